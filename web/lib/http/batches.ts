/** Maximum number of files per call. */
const MAX_FILES_PER_CALL = 1000;

/** Tells whether work on files takes several calls, which shows its progress and can be stopped between them. */
export const isLong = ({ length }: { length: number }): boolean => length > MAX_FILES_PER_CALL;

export interface BatchOptions {
  /** Ends the work after the batch that is under way. */
  signal?: AbortSignal;
  /** Receives the number of items that are done, before the first batch and after each. */
  onProgress?: (done: number) => void;
}

export interface BatchResult<Item> {
  done: readonly Item[];
  /** Why the rest was not done; absent when it was, or was stopped. */
  error?: Error;
}

/** Divides items into lists of at most this many. */
export function splitIntoBatches<Item>(
  items: readonly Item[],
  size = MAX_FILES_PER_CALL,
): (readonly Item[])[] {
  const batches: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size));
  return batches;
}

/**
 * Works through batches one after another until one fails. Throws if the first fails: nothing was done then. A later
 * failure leaves what was done before.
 */
export async function runBatches<Item>(
  batches: readonly (readonly Item[])[],
  run: (batch: readonly Item[]) => Promise<unknown>,
  { signal, onProgress }: BatchOptions = {},
): Promise<BatchResult<Item>> {
  const done: Item[] = [];
  onProgress?.(0);
  for (const batch of batches) {
    if (signal?.aborted) break;
    try {
      await run(batch);
    } catch (error) {
      if (done.length === 0) throw error;
      return { done, error: error as Error }; // calls throw Error objects only
    }
    done.push(...batch);
    onProgress?.(done.length);
  }
  return { done };
}
