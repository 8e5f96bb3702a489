/** Often enough to see files arrive, seldom enough for a thousand of them. */
const MIN_INTERVAL_MS = 500;

/**
 * Gathers what has changed and passes it on all at once: soon, no oftener than every GAP_MS, and never while the last
 * time is still at it, so that a slow answer is not asked for anew before it has come.
 */
export function createBatchedRefresh<Key>(refresh: (keys: ReadonlySet<Key>) => Promise<unknown>) {
  let changed = new Set<Key>();
  let isWaiting = false;

  async function flush(): Promise<void> {
    const keys = changed;
    changed = new Set();
    await refresh(keys).catch(() => undefined); // a list that fails to load says so itself
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
