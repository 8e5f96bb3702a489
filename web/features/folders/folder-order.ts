import { useMemo, useState } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';
import { compareByName } from './folder-hierarchy.ts';

export type FolderSortColumn = 'number' | 'name' | 'contents' | 'changed' | 'created';

interface FolderOrder {
  readonly column: FolderSortColumn;
  readonly isReversed: boolean;
}

/** Folders in the order that their table shows, which an export keeps. */
export interface SortedFolders {
  readonly rows: readonly Folder[];
  readonly order: FolderOrder;
  readonly setOrder: (order: FolderOrder) => void;
  readonly hasNumbers: boolean;
}

const countEntries = ({ contents }: Folder): number => (contents ? contents.folders + contents.files : 0);
/** Returns when something was last added to a folder or changed in it. */
export const changedAt = ({ contents, createdAt }: Folder): string => contents?.changedAt ?? createdAt;

/** Each in the direction that a first click on its header gives. */
const COMPARE: Record<FolderSortColumn, (a: Folder, b: Folder) => number> = {
  number: (a, b) => compareEntryNumbers(a.number, b.number),
  name: compareByName,
  contents: (a, b) => countEntries(b) - countEntries(a),
  changed: (a, b) => changedAt(b).localeCompare(changedAt(a)),
  created: (a, b) => b.createdAt.localeCompare(a.createdAt),
};

/** Sorts folders as the user chose in this list: by number in a room, otherwise by name at first. */
export function useSortedFolders(folders: readonly Folder[]): SortedFolders {
  const [chosen, setOrder] = useState<FolderOrder | null>(null);
  const hasNumbers = folders.some(({ number }) => number !== undefined);
  const { column, isReversed } = chosen ?? { column: hasNumbers ? 'number' : 'name', isReversed: false };
  const rows = useMemo(() => {
    const sorted = folders.toSorted((a, b) => COMPARE[column](a, b) || compareByName(a, b));
    return isReversed ? sorted.reverse() : sorted;
  }, [folders, column, isReversed]);
  return { rows, order: { column, isReversed }, setOrder, hasNumbers };
}
