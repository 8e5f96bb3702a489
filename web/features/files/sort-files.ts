import type { File } from '#shared/contracts/files.ts';
import type { Preferences } from '#shared/contracts/preferences.ts';
import type { FileColumn } from '#shared/domain/preferences.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';

export type SortColumn = 'number' | 'name' | FileColumn;

/** The orders that a preference can name, and those of the other columns. */
export type FileSortOrder =
  | Preferences['fileSortOrder']
  | `${'number' | 'owner' | 'modified' | 'download'}${'Asc' | 'Desc'}`;

/** Sorts `Page 2` before `Page 10`, ignoring case. */
const NAME_COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Compare = (a: File, b: File) => number;

const byOwner: Compare = (a, b) => NAME_COLLATOR.compare(a.ownerName ?? '', b.ownerName ?? '');
/** Compares times as the server writes them, which a collator would do many times slower. */
const compareTimes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byDate: Compare = (a, b) => compareTimes(a.createdAt, b.createdAt);
const byChange: Compare = (a, b) => compareTimes(a.modifiedAt ?? a.createdAt, b.modifiedAt ?? b.createdAt);
const byNumber: Compare = (a, b) => compareEntryNumbers(a.number, b.number);
const byName: Compare = (a, b) => NAME_COLLATOR.compare(a.name, b.name);
const bySize: Compare = (a, b) => a.size - b.size;
const byDownload: Compare = (a, b) => Number(a.allowDownload) - Number(b.allowDownload);
const reversed =
  (compare: Compare): Compare =>
  (a, b) =>
    compare(b, a);

const COMPARE: Record<FileSortOrder, Compare> = {
  numberAsc: byNumber,
  numberDesc: reversed(byNumber),
  dateDesc: reversed(byDate),
  dateAsc: byDate,
  nameAsc: byName,
  nameDesc: reversed(byName),
  sizeDesc: reversed(bySize),
  sizeAsc: bySize,
  ownerAsc: byOwner,
  ownerDesc: reversed(byOwner),
  modifiedDesc: reversed(byChange),
  modifiedAsc: byChange,
  downloadAsc: byDownload,
  downloadDesc: reversed(byDownload),
};

/** Returns a sorted copy; files that compare equal are ordered newest first. */
export function sortFiles(files: readonly File[], order: FileSortOrder): File[] {
  return files.toSorted((a, b) => COMPARE[order](a, b) || b.id - a.id);
}

/** Returns the order in which a list is shown first: that of the index in a room. */
export const getInitialSortOrder = (files: readonly File[], preferred: FileSortOrder): FileSortOrder =>
  files.some(isNumbered) ? 'numberAsc' : preferred;

/** Tells whether a file is in a room. */
export const isNumbered = ({ number }: File): boolean => number !== undefined;

const DIRECTIONS = {
  number: ['numberAsc', 'numberDesc'],
  name: ['nameAsc', 'nameDesc'],
  owner: ['ownerAsc', 'ownerDesc'],
  modified: ['modifiedDesc', 'modifiedAsc'],
  added: ['dateDesc', 'dateAsc'],
  size: ['sizeDesc', 'sizeAsc'],
  // Restricted files, the exceptions, come first.
  download: ['downloadAsc', 'downloadDesc'],
} as const satisfies Record<SortColumn, readonly FileSortOrder[]>;

/** Returns the sort order after a click on a column header: the column's default first, then reversed. */
export function getNextSortOrder(column: SortColumn, order: FileSortOrder): FileSortOrder {
  const [usual, other] = DIRECTIONS[column];
  return order === usual ? other : usual;
}

/** Returns the `aria-sort` value of a column; null when another column is sorted. */
export function getSortDirection(
  column: SortColumn,
  order: FileSortOrder,
): 'ascending' | 'descending' | null {
  if (!DIRECTIONS[column].some((each) => each === order)) return null;
  return order.endsWith('Asc') ? 'ascending' : 'descending';
}
