/** What the page around the frame of documents and the frame itself say to each other. */

export type DocumentKind = 'docx' | 'pptx' | 'markdown' | 'email';

/** From the page, once the frame has said that it listens. */
export interface RenderRequest {
  kind: DocumentKind;
  bytes: ArrayBuffer;
  colorScheme: string;
  slide: number | undefined;
  quote: string | undefined;
}

export type DocumentError = 'damaged' | 'protected' | 'empty' | 'too-large';

/** From the frame. Whatever a document makes it say is one of these, and none of them does anything but tell. */
export type FrameMessage =
  | { state: 'listening' }
  /** Somebody moves something in it. */
  | { state: 'used' }
  | { state: 'shown'; isQuoteFound: boolean }
  | { state: 'failed'; failure: DocumentError };

const DOCUMENT_ERRORS: readonly unknown[] = [
  'damaged',
  'protected',
  'empty',
  'too-large',
] satisfies DocumentError[];
const isDocumentError = (value: unknown): value is DocumentError => DOCUMENT_ERRORS.includes(value);

/** Any script in a frame may send anything; `undefined` for what is no report. */
export function parseFrameMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null || !('state' in data)) return undefined;
  if (data.state === 'listening' || data.state === 'used') return { state: data.state };
  if (data.state === 'shown')
    return { state: 'shown', isQuoteFound: 'isQuoteFound' in data && data.isQuoteFound === true };
  const failure = 'failure' in data ? data.failure : undefined;
  return data.state === 'failed' && isDocumentError(failure) ? { state: 'failed', failure } : undefined;
}
