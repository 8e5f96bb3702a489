/** What a document says beside its blocks. */
export interface Facts {
  title?: string | undefined;
  pages?: number;
  /** Pages, from 1, that show a picture and hold no text. */
  pictures?: number[];
  /** What could not be read of it, as a sentence for a person. */
  gap?: string | undefined;
}
