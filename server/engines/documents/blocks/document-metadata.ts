import type { ExtractionReason } from './document-text.ts';

/** The properties of a document beside its blocks. */
export interface DocumentMetadata {
  title?: string | undefined;
  pages?: number;
  /** Pages, counted from 1, that show an image and contain no text. */
  imagePages?: number[];
  /** The reasons for text that could not be read. */
  gaps?: ExtractionReason[];
}
