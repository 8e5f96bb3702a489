import type { File } from '#shared/contracts/files.ts';
import type { Preferences } from '#shared/contracts/preferences.ts';

export type FileSortOrder = Preferences['fileSortOrder'];
export type SortColumn = 'name' | 'date' | 'size';

/** `Page 2` before `Page 10`, and no difference between capitals and small letters. */
const NAME_COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const COMPARE: Record<FileSortOrder, (a: File, b: File) => number> = {
  dateDesc: (a, b) => b.createdAt.localeCompare(a.createdAt),
  dateAsc: (a, b) => a.createdAt.localeCompare(b.createdAt),
  nameAsc: (a, b) => NAME_COLLATOR.compare(a.name, b.name),
  nameDesc: (a, b) => NAME_COLLATOR.compare(b.name, a.name),
  sizeDesc: (a, b) => b.size - a.size,
  sizeAsc: (a, b) => a.size - b.size,
};

/** Sorted for the screen; files that compare alike stand newest first. */
export function sortFiles(files: readonly File[], order: FileSortOrder): File[] {
  return files.toSorted((a, b) => COMPARE[order](a, b) || b.id - a.id);
}

const DIRECTIONS = {
  name: ['nameAsc', 'nameDesc'],
  date: ['dateDesc', 'dateAsc'],
  size: ['sizeDesc', 'sizeAsc'],
} as const;

/** What a click on a column's header sorts by: first the usual way, then the other way round. */
export function getNextSortOrder(column: SortColumn, order: FileSortOrder): FileSortOrder {
  const [usual, other] = DIRECTIONS[column];
  return order === usual ? other : usual;
}

/** How a column is sorted, as a screen reader says it; null when the order is another column's. */
export function getSortDirection(
  column: SortColumn,
  order: FileSortOrder,
): 'ascending' | 'descending' | null {
  if (!DIRECTIONS[column].some((each) => each === order)) return null;
  return order.endsWith('Asc') ? 'ascending' : 'descending';
}
