/** What the page around the frame of documents and the frame itself say to each other. */

export type DocumentKind = 'docx' | 'pptx' | 'markdown' | 'email';

/** From the page, once the frame has said that it listens. */
export interface DocumentOrder {
  kind: DocumentKind;
  bytes: ArrayBuffer;
  colorScheme: string;
  slide: number | undefined;
  quote: string | undefined;
}

export type DocumentFailure = 'damaged' | 'protected' | 'empty' | 'too-large';

/** From the frame. Whatever a document makes it say is one of these, and none of them does anything but tell. */
export type FrameReport =
  | { state: 'listening' }
  /** Somebody moves something in it. */
  | { state: 'used' }
  | { state: 'shown'; isQuoteFound: boolean }
  | { state: 'failed'; failure: DocumentFailure };

const FAILURES: readonly unknown[] = [
  'damaged',
  'protected',
  'empty',
  'too-large',
] satisfies DocumentFailure[];
const isFailure = (value: unknown): value is DocumentFailure => FAILURES.includes(value);

/** Any script in a frame may send anything; `undefined` for what is no report. */
export function readReport(data: unknown): FrameReport | undefined {
  if (typeof data !== 'object' || data === null || !('state' in data)) return undefined;
  if (data.state === 'listening' || data.state === 'used') return { state: data.state };
  if (data.state === 'shown')
    return { state: 'shown', isQuoteFound: 'isQuoteFound' in data && data.isQuoteFound === true };
  const failure = 'failure' in data ? data.failure : undefined;
  return data.state === 'failed' && isFailure(failure) ? { state: 'failed', failure } : undefined;
}
