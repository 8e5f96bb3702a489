/** What an engine finds: a whole document, or a passage of one, by its offsets in the document's text. */
export interface Place {
  document: number;
  start: number;
  end: number;
}

export interface Unit extends Place {
  title: string;
  text: string;
}

/** Best first, at most `limit`. */
export type Ask = (question: string, limit: number) => Promise<readonly Place[]>;

/** A search engine as its own manual has one use it, filled with units; it is closed when the work is done. */
export type Engine = <T>(units: readonly Unit[], work: (ask: Ask) => Promise<T>) => Promise<T>;
