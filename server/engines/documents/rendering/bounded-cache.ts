/** So many are remembered. */
const MAX_ENTRIES = 1_000;

export interface BoundedCache<T> {
  get(name: string): T | undefined;
  set(name: string, value: T): T;
}

/** Remembers outcomes so that failed work is not repeated: the newest, up to a number. */
export function createBoundedCache<T>(): BoundedCache<T> {
  const kept = new Map<string, T>();
  return {
    get: (name) => kept.get(name),
    set(name, value) {
      kept.delete(name);
      kept.set(name, value);
      const oldest = kept.keys().next();
      if (kept.size > MAX_ENTRIES && !oldest.done) kept.delete(oldest.value);
      return value;
    },
  };
}
