import type { ViewFailure } from '#web/lib/documents/frame-messages.ts';

/** Sheet metadata, known before its rows are read. */
export interface Sheet {
  name: string;
  rows: number;
  columns: number;
  /** Column widths in characters. */
  widths: number[];
  /** True when rows or columns were left out. */
  isTruncated: boolean;
}

export type Workbook = { sheets: Sheet[] } | { failure: ViewFailure };

/** Maximum number of rows whose total height browsers can lay out. */
const MAX_ROWS = 500_000;
const MAX_COLUMNS = 200;
const MEASURED_ROWS = 200;
const MIN_COLUMN_CHARS = 6;
const MAX_COLUMN_CHARS = 40;

/** Returns a cell's formatted text, or nothing. */
export type ReadCell = (row: number, column: number) => string | undefined;

/** Describes a sheet of this size; widths come from its first rows. */
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

/** Returns a spreadsheet column name: `A`, `Z`, `AA`. */
export function getColumnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : getColumnName(Math.floor(index / 26) - 1) + letter;
}
