import { useCallback, useMemo, useState } from 'react';

export interface FileSelection {
  /** Selection mode: clicks select, and every row has a checkbox. */
  isActive: boolean;
  /** Ids of the selected files, including files that have left the list. */
  ids: ReadonlySet<number>;
  change: (ids: ReadonlySet<number>) => void;
  /** Takes files out of the selection as it is by then. */
  deselect: (files: readonly { id: number }[]) => void;
  toggle: () => void;
}

const EMPTY_SELECTION: ReadonlySet<number> = new Set();

/** Holds the selected files outside the list, so that the page header can start and end selection mode. */
export function useFileSelection(): FileSelection {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null);
  const deselect = useCallback((files: readonly { id: number }[]) => {
    const done = new Set(files.map(({ id }) => id));
    setIds((old) => old && new Set([...old].filter((id) => !done.has(id))));
  }, []);
  const toggle = useCallback(() => setIds((old) => (old ? null : EMPTY_SELECTION)), []);
  return useMemo(
    () => ({ isActive: ids !== null, ids: ids ?? EMPTY_SELECTION, change: setIds, deselect, toggle }),
    [ids, deselect, toggle],
  );
}
