/** So many are remembered. */
const MAX_ENTRIES = 1_000;

export interface BoundedCache<T> {
  get(name: string): T | undefined;
  /** Remembers a value, without end unless an age is given. */
  set(name: string, value: T, maxAgeMs?: number): T;
}

/** Remembers outcomes so that failed work is not repeated: the newest, up to a number. */
export function createBoundedCache<T>(): BoundedCache<T> {
  const kept = new Map<string, { readonly value: T; readonly until: number }>();
  return {
    get(name) {
      const found = kept.get(name);
      return found && performance.now() < found.until ? found.value : undefined;
    },
    set(name, value, maxAgeMs = Number.POSITIVE_INFINITY) {
      kept.delete(name);
      kept.set(name, { value, until: performance.now() + maxAgeMs });
      const oldest = kept.keys().next();
      if (kept.size > MAX_ENTRIES && !oldest.done) kept.delete(oldest.value);
      return value;
    },
  };
}
