/** What a document says beside its blocks. */
export interface DocumentMetadata {
  title?: string | undefined;
  pages?: number;
  /** Pages, from 1, that show a picture and hold no text. */
  imagePages?: number[];
  /** What could not be read of it, as a sentence for a person. */
  missingReason?: string | undefined;
}
