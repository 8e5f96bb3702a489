import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { findHeaderRow, formatRow } from '#server/engines/documents/blocks/format-table.ts';

/** Beyond this many rows a sheet is a database dump, and what a reader asks of it is not found by its text. */
export const MAX_SHEET_ROWS = 100_000;
const MAX_SHEET_COLUMNS = 1_000;

/** Writes a block per row that repeats the names of its columns; rows above the header (a title, a date) are written as they are. */
export function writeSheet(writer: BlockWriter, rows: readonly string[][], place: { sheet?: string }): void {
  const headerAt = findHeaderRow(rows);
  const header = rows[headerAt] ?? [];
  rows.slice(0, MAX_SHEET_ROWS).forEach((row, index) => {
    const cells = row.slice(0, MAX_SHEET_COLUMNS);
    const text = formatRow(index > headerAt ? header : [], cells);
    writer.addBlock('sheet-row', text, { ...place, range: rowRange(cells, index) });
  });
  if (rows.length > MAX_SHEET_ROWS) writer.isTruncated = true;
}

/** From the row's first filled cell to its last, as a sheet writes it: 'A2:F2', or 'C7' when they are the same. */
function rowRange(cells: readonly string[], index: number): string {
  const isFilled = (cell: string): boolean => cell.trim() !== '';
  const first = `${columnName(Math.max(0, cells.findIndex(isFilled)))}${index + 1}`;
  const last = `${columnName(Math.max(0, cells.findLastIndex(isFilled)))}${index + 1}`;
  return first === last ? first : `${first}:${last}`;
}

export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
