/** A table as a viewer shows it: what is known of it before its rows are. */
export interface Sheet {
  name: string;
  rows: number;
  columns: number;
  /** Of each column, in characters. */
  widths: number[];
  /** Whether rows or columns were left out. */
  isTruncated: boolean;
}

export type Workbook = { sheets: Sheet[] } | { failure: 'damaged' | 'protected' | 'empty' | 'too-large' };

/** Beyond it browsers can no longer lay out the height of all rows. */
const MAX_ROWS = 500_000;
const MAX_COLUMNS = 200;
const MEASURED_ROWS = 200;
const MIN_COLUMN_CHARS = 6;
const MAX_COLUMN_CHARS = 40;

/** Reads a cell as it is shown, or nothing. */
export type ReadCell = (row: number, column: number) => string | undefined;

/** The facts of a table of so many rows and columns, the widths by what its first rows hold. */
export function describeSheet(name: string, size: { rows: number; columns: number }, read: ReadCell): Sheet {
  const rows = Math.min(size.rows, MAX_ROWS);
  const columns = Math.min(size.columns, MAX_COLUMNS);
  const widths = Array.from({ length: columns }, (_, column) => {
    let width = MIN_COLUMN_CHARS;
    for (let row = 0; row < Math.min(rows, MEASURED_ROWS); row += 1)
      width = Math.max(width, Math.min(MAX_COLUMN_CHARS, read(row, column)?.length ?? 0));
    return width;
  });
  return { name, rows, columns, widths, isTruncated: rows < size.rows || columns < size.columns };
}

/** `A`, `Z`, `AA`, as spreadsheets name their columns. */
export function getColumnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : getColumnName(Math.floor(index / 26) - 1) + letter;
}
