import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import type { BlockLocation } from '#server/engines/documents/blocks/document-text.ts';
import { findHeaderRow, formatRow } from '#server/engines/documents/blocks/format-table.ts';
import type { HiddenParts } from './hidden-parts.ts';

/** Beyond this many rows a sheet is a database dump, and what a reader asks of it is not found by its text. */
export const MAX_SHEET_ROWS = 100_000;
/** Rows below those that are used are read to know whether they have contents: the first ones may be empty or hidden. */
export const MAX_READ_ROWS = MAX_SHEET_ROWS + 1_000;
const MAX_SHEET_COLUMNS = 1_000;

/**
 * Writes a block per row that repeats the names of its columns; rows above the header (a title, a date) are written as they are.
 * `hidden` has all cells of a sheet of which `rows` has those that are shown: the others become a marked block of their row,
 * after all that is shown.
 */
export function writeSheet(
  writer: BlockWriter,
  rows: readonly string[][],
  place: BlockLocation,
  hidden?: HiddenParts & { readonly all: readonly string[][] },
): void {
  const headerAt = findHeaderRow(rows);
  const writeRow = (
    source: readonly string[][],
    index: number,
    cells: readonly string[],
    at: BlockLocation,
  ) => {
    const text = formatRow(index > headerAt ? (source[headerAt] ?? []) : [], cells);
    if (text !== '') writer.addBlock('sheet-row', text, { ...at, range: rowRange(cells, index) });
  };
  const read = rows.slice(0, MAX_SHEET_ROWS);
  for (const [index, row] of read.entries()) writeRow(rows, index, row.slice(0, MAX_SHEET_COLUMNS), place);
  // They follow the rows that are shown: between them, each would be a passage by itself.
  for (const index of hidden ? read.keys() : []) {
    const isHidden = (column: number) => hidden?.isRowHidden(index) || hidden?.isColumnHidden(column);
    const cells = (hidden?.all[index] ?? []).map((cell, column) => (isHidden(column) ? cell : ''));
    writeRow(hidden?.all ?? [], index, cells.slice(0, MAX_SHEET_COLUMNS), { ...place, isHidden: true });
  }
  const isFilled = (cell: string) => cell.trim() !== '';
  const isCut = (row: readonly string[]) => row.slice(MAX_SHEET_COLUMNS).some(isFilled);
  // Rows may be there for their borders alone.
  const isBelow = (row: readonly string[]) => row.some(isFilled);
  const all = hidden?.all ?? rows;
  if (all.slice(MAX_SHEET_ROWS).some(isBelow) || all.some(isCut)) writer.isTruncated = true;
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
