/** A line of a document with its offsets in the document's whole text. */
export interface TextLine {
  text: string;
  start: number;
  end: number;
}

export interface TableRow {
  /** By column; an empty cell is ''. */
  cells: readonly string[];
  /** Has fewer cells than the table has columns, so that it is unknown which are missing. */
  isUneven?: boolean;
  /** The text as written in the document. */
  text: string;
  start: number;
  end: number;
}

/** A table or sheet as it was read from a document's passages. */
export interface Table {
  /** Lines above the columns, such as a title or `£ thousand`. */
  notes: readonly string[];
  /** Names of the columns; '' for one without a name. */
  columns: readonly string[];
  rows: readonly TableRow[];
  /** False when only part of the rows was read, so that nothing may be counted or added. */
  isComplete: boolean;
}

/**
 * Operations on cells: the difference of two years, its part of the first, the average or sum of several, and the part that a row
 * is of another, in percent or as a number.
 */
export type CellOperation = 'difference' | 'change' | 'average' | 'sum' | 'share' | 'ratio';

/** How an answer was computed from the rows of a table. */
export interface TableComputation {
  kind: 'sum' | 'count' | 'largest' | 'smallest' | 'latest' | 'earliest' | CellOperation;
  /** The column that was added or ordered by; absent for a count, and where cells of several columns are read. */
  column?: number;
  /** The sum or count, or what else was computed, with the currency of its cells. */
  value?: string;
  /** Rows that were added, counted or compared. */
  rowCount: number;
  /**
   * The cells that were read, by row and column of the answer, in the order in which they are computed with; absent where rows
   * were read as a whole.
   */
  cells?: { row: number; column: number }[];
}

/** The rows of a table that answer a question. */
export interface TableAnswer {
  documentId: number;
  page?: number;
  sheet?: string;
  slide?: number;
  /** Scale or currency of the amounts as the table states it, such as `£ thousand`. */
  unit?: string;
  columns: string[];
  rows: { cells: string[]; text: string; start: number; end: number }[];
  /** The column that the question asks for, in which the first row has the answer. */
  column?: number;
  /**
   * The columns of several years that the question asks for, in each of which the first row has a figure; `column` is absent
   * then.
   */
  askedColumns?: number[];
  computation?: TableComputation;
}
