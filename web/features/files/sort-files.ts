import type { File } from '#shared/contracts/files.ts';
import type { Preferences } from '#shared/contracts/preferences.ts';

export type FileSortOrder = Preferences['fileSortOrder'];
export type SortColumn = 'name' | 'date' | 'size';

/** Sorts `Page 2` before `Page 10`, ignoring case. */
const NAME_COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const COMPARE: Record<FileSortOrder, (a: File, b: File) => number> = {
  dateDesc: (a, b) => b.createdAt.localeCompare(a.createdAt),
  dateAsc: (a, b) => a.createdAt.localeCompare(b.createdAt),
  nameAsc: (a, b) => NAME_COLLATOR.compare(a.name, b.name),
  nameDesc: (a, b) => NAME_COLLATOR.compare(b.name, a.name),
  sizeDesc: (a, b) => b.size - a.size,
  sizeAsc: (a, b) => a.size - b.size,
};

/** Returns a sorted copy; files that compare equal are ordered newest first. */
export function sortFiles(files: readonly File[], order: FileSortOrder): File[] {
  return files.toSorted((a, b) => COMPARE[order](a, b) || b.id - a.id);
}

const DIRECTIONS = {
  name: ['nameAsc', 'nameDesc'],
  date: ['dateDesc', 'dateAsc'],
  size: ['sizeDesc', 'sizeAsc'],
} as const;

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
