/** Messages between the frame of the PDF viewer and the bar of the page that embeds it. Both have the same origin. */

/** The state of the open document, for the bar. */
export interface ReaderState {
  readonly page: number;
  readonly count: number;
  /** The displayed zoom, such as `125 %`. */
  readonly zoom: string;
  readonly canZoomIn: boolean;
  readonly canZoomOut: boolean;
  readonly canRotate: boolean;
  readonly areThumbnailsShown: boolean;
  readonly isFinding: boolean;
}

export type ReaderAction =
  | { readonly action: 'page'; readonly page: number }
  | { readonly action: 'zoom-in' | 'zoom-out' | 'fit-width' | 'rotate' | 'thumbnails' | 'find' };

export type ReaderMessage =
  | { readonly state: ReaderState }
  /** A key pressed in the frame that is a shortcut of the page around it. */
  | { readonly key: string };

const ACTIONS: readonly unknown[] = ['zoom-in', 'zoom-out', 'fit-width', 'rotate', 'thumbnails', 'find'];

/** Returns the action of a message, or nothing for other messages. */
export function parseReaderAction(data: unknown): ReaderAction | undefined {
  if (typeof data !== 'object' || data === null || !('action' in data)) return undefined;
  if (data.action === 'page')
    return 'page' in data && Number.isInteger(data.page)
      ? { action: 'page', page: Number(data.page) }
      : undefined;
  return ACTIONS.includes(data.action) ? (data as ReaderAction) : undefined; // an action without a value
}

/** Returns the frame's message, or nothing for other messages. */
export function parseReaderMessage(data: unknown): ReaderMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if ('key' in data) return typeof data.key === 'string' ? { key: data.key } : undefined;
  if (!('state' in data) || typeof data.state !== 'object' || data.state === null) return undefined;
  return { state: data.state as ReaderState }; // only the frame's own script can send it
}
