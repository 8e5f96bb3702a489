import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';

/** A folder or file of the open folder with its number. */
export interface IndexEntry {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  readonly number: string;
}

interface Listed {
  readonly id: number;
  readonly number?: string | undefined;
}

/** Lists the entries of a folder in the order of the index; none outside rooms. */
export function listIndex(folders: readonly Listed[], files: readonly Listed[]): IndexEntry[] {
  const toEntries = (kind: IndexEntry['kind'], list: readonly Listed[]) =>
    list.flatMap(({ id, number }) => (number === undefined ? [] : { kind, id, number }));
  return [...toEntries('folder', folders), ...toEntries('file', files)].toSorted((a, b) =>
    compareEntryNumbers(a.number, b.number),
  );
}

/** Returns the entry before which another one comes when it moves one place, `null` for the end; `undefined` if it cannot. */
export function findNext(
  entries: readonly IndexEntry[],
  moved: IndexEntry,
  direction: 'up' | 'down',
): IndexEntry | null | undefined {
  const at = entries.indexOf(moved);
  if (direction === 'up') return entries[at - 1];
  return at < entries.length - 1 ? (entries[at + 2] ?? null) : undefined;
}

/** Returns the numbers after a move, by `kind-id`: the same numbers in the new order. */
export function renumber(
  entries: readonly IndexEntry[],
  moved: IndexEntry,
  before: IndexEntry | null,
): Map<string, string> {
  const others = entries.filter((entry) => entry !== moved);
  const ordered = others.toSpliced(before ? others.indexOf(before) : others.length, 0, moved);
  return new Map(ordered.map(({ kind, id }, at) => [`${kind}-${id}`, entries[at]?.number ?? '']));
}
