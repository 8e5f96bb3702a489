import { useCallback, useMemo, useState } from 'react';

export interface FileSelection {
  /** Clicks select, and each file has a checkbox. */
  isOn: boolean;
  /** By the files' ids; some may be gone from the list by now. */
  ids: ReadonlySet<number>;
  change: (ids: ReadonlySet<number>) => void;
  toggle: () => void;
}

const NONE: ReadonlySet<number> = new Set();

/** Which files of a list are selected; beyond the list, so that a page's header can begin and end it too. */
export function useFileSelection(): FileSelection {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null);
  const toggle = useCallback(() => setIds((old) => (old ? null : NONE)), []);
  return useMemo(() => ({ isOn: ids !== null, ids: ids ?? NONE, change: setIds, toggle }), [ids, toggle]);
}
