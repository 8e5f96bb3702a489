/** What an engine finds: a whole document, or a passage of one, by its offsets in the document's text. */
export interface TextRange {
  document: number;
  start: number;
  end: number;
}

export interface IndexedUnit extends TextRange {
  title: string;
  text: string;
}

/** Best first, at most `limit`. */
export type SearchFunction = (question: string, limit: number) => Promise<readonly TextRange[]>;

/** A search engine as its own manual has one use it, filled with units; it is closed when the work is done. */
export type ComparedEngine = <T>(
  units: readonly IndexedUnit[],
  work: (ask: SearchFunction) => Promise<T>,
) => Promise<T>;
