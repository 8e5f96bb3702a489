import type { DocumentType } from '../blocks/document-text.ts';
import type { ExtractionLimits } from './extract-document.ts';

/** First frame to the child; the document's bytes follow in frames of their own, then an empty one. */
export interface ExtractionRequest extends ExtractionLimits {
  /** Said back in the reply, so that what an earlier document left in the pipe is not taken for this one's. */
  id: string;
  type: DocumentType;
}
