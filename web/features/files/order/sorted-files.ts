import { useMemo, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { type FileSortOrder, getInitialSortOrder, sortFiles } from '../sort-files.ts';

/** A list of files in the order that its table shows, which an export keeps. */
export interface SortedFiles {
  readonly rows: readonly File[];
  readonly order: FileSortOrder;
  readonly setOrder: (order: FileSortOrder) => void;
}

/** Sorts files as the user chose in this list, or prefers. */
export function useSortedFiles(files: readonly File[]): SortedFiles {
  const preferred = usePreferences().fileSortOrder;
  const [chosenOrder, setOrder] = useState<FileSortOrder | null>(null);
  const order = chosenOrder ?? getInitialSortOrder(files, preferred);
  const rows = useMemo(() => sortFiles(files, order), [files, order]);
  return { rows, order, setOrder };
}
