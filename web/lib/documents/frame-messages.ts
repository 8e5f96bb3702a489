/** Messages between the document frame and the page that embeds it. */

export type DocumentKind = 'docx' | 'pptx' | 'markdown' | 'email';

/** Sent by the page once the frame is ready. */
export interface RenderRequest {
  kind: DocumentKind;
  bytes: ArrayBuffer;
  colorScheme: string;
  slide: number | undefined;
  quote: string | undefined;
}

export type DocumentError = 'damaged' | 'protected' | 'empty' | 'too-large';

/** A document that is not shown, or `not-loaded` where the code that shows it could not be loaded. */
export type ViewFailure = DocumentError | 'not-loaded';

/** Sent by the frame. A malicious document can send any of these; none of them triggers more than a change of display. */
export type FrameMessage =
  | { state: 'ready' }
  /** The user is active in the frame. */
  | { state: 'active' }
  | { state: 'rendered'; isQuoteFound: boolean }
  | { state: 'failed'; failure: ViewFailure };

const VIEW_FAILURES: readonly unknown[] = [
  'damaged',
  'protected',
  'empty',
  'too-large',
  'not-loaded',
] satisfies ViewFailure[];
const isViewFailure = (value: unknown): value is ViewFailure => VIEW_FAILURES.includes(value);

/** Validates a message, since any script in a frame can send anything; returns `undefined` for an invalid one. */
export function parseFrameMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null || !('state' in data)) return undefined;
  if (data.state === 'ready' || data.state === 'active') return { state: data.state };
  if (data.state === 'rendered')
    return { state: 'rendered', isQuoteFound: 'isQuoteFound' in data && data.isQuoteFound === true };
  const failure = 'failure' in data ? data.failure : undefined;
  return data.state === 'failed' && isViewFailure(failure) ? { state: 'failed', failure } : undefined;
}
