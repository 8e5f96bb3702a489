import type { WorkSheet } from '@e965/xlsx';

/** Tests for the rows and columns of a sheet that its author hid, by their numbers from 0. */
export interface HiddenParts {
  isRowHidden(row: number): boolean;
  isColumnHidden(column: number): boolean;
}

/** Returns what a sheet hides; nothing where all of it is shown. */
export function findHiddenParts(sheet: WorkSheet): HiddenParts | undefined {
  const [rows, columns] = [sheet['!rows'] ?? [], sheet['!cols'] ?? []];
  // Both lists have holes.
  if (![...rows, ...columns].some((part) => part?.hidden)) return undefined;
  return {
    isRowHidden: (row) => rows[row]?.hidden === true,
    isColumnHidden: (column) => columns[column]?.hidden === true,
  };
}

/** Returns the rows as a reader of the sheet sees them, with hidden rows and cells empty. */
export const withoutHidden = (
  rows: readonly string[][],
  { isRowHidden, isColumnHidden }: HiddenParts,
): string[][] =>
  rows.map((row, at) =>
    isRowHidden(at) ? [] : row.map((cell, column) => (isColumnHidden(column) ? '' : cell)),
  );
