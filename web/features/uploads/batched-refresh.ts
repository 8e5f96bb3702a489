/** Minimum time between refreshes: short enough to see files arrive, long enough for a thousand of them. */
const MIN_INTERVAL_MS = 500;

/**
 * Collects changed keys and refreshes them together, at most every MIN_INTERVAL_MS and never while a refresh is
 * running, so that slow responses do not cause overlapping requests.
 */
export function createBatchedRefresh<Key>(refresh: (keys: ReadonlySet<Key>) => Promise<unknown>) {
  let changed = new Set<Key>();
  let isWaiting = false;

  async function flush(): Promise<void> {
    const keys = changed;
    changed = new Set();
    await refresh(keys).catch(() => undefined); // a list that fails to load reports that itself
    isWaiting = false;
    if (changed.size > 0) schedule();
  }

  function schedule(): void {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => void flush(), MIN_INTERVAL_MS);
  }

  return (key: Key): void => {
    changed.add(key);
    schedule();
  };
}
