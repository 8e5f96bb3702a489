/** The state of an open document, for the bar of its page. */
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

/** Action that the bar of a page asks the viewer of the document for. */
export type ReaderAction =
  | { readonly action: 'page'; readonly page: number }
  /** Counts from the page that the viewer is on, which may be ahead of the state that the bar shows. */
  | { readonly action: 'previous-page' | 'next-page' }
  | { readonly action: 'zoom-in' | 'zoom-out' | 'fit-width' | 'rotate' | 'thumbnails' | 'find' };
