import { useCallback, useMemo, useState } from 'react';

export interface FileSelection {
  /** Selection mode: clicks select, and every row has a checkbox. */
  isActive: boolean;
  /** Ids of the selected files, including files that have left the list. */
  ids: ReadonlySet<number>;
  change: (ids: ReadonlySet<number>) => void;
  toggle: () => void;
}

const EMPTY_SELECTION: ReadonlySet<number> = new Set();

/** Holds the selected files outside the list, so that the page header can start and end selection mode. */
export function useFileSelection(): FileSelection {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null);
  const toggle = useCallback(() => setIds((old) => (old ? null : EMPTY_SELECTION)), []);
  return useMemo(
    () => ({ isActive: ids !== null, ids: ids ?? EMPTY_SELECTION, change: setIds, toggle }),
    [ids, toggle],
  );
}
