import { useCallback, useMemo, useState } from 'react';

export interface FileSelection {
  /** Clicks select, and each file has a checkbox. */
  isActive: boolean;
  /** By the files' ids; some may be gone from the list by now. */
  ids: ReadonlySet<number>;
  change: (ids: ReadonlySet<number>) => void;
  toggle: () => void;
}

const EMPTY_SELECTION: ReadonlySet<number> = new Set();

/** Which files of a list are selected; beyond the list, so that a page's header can begin and end it too. */
export function useFileSelection(): FileSelection {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null);
  const toggle = useCallback(() => setIds((old) => (old ? null : EMPTY_SELECTION)), []);
  return useMemo(
    () => ({ isActive: ids !== null, ids: ids ?? EMPTY_SELECTION, change: setIds, toggle }),
    [ids, toggle],
  );
}
