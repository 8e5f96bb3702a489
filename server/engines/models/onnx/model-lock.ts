import type { EmbeddingPurpose } from '../embedding-model.ts';

export interface ModelLock {
  /** Waits for the lock and returns the function that releases it. Rejects when `signal` aborts first. */
  acquire(purpose: EmbeddingPurpose, signal: AbortSignal): Promise<() => void>;
}

/** Creates a lock with priority: waiting questions come before waiting passages. */
export function createModelLock(): ModelLock {
  const waiting: Record<EmbeddingPurpose, Set<() => void>> = { question: new Set(), passages: new Set() };
  let isBusy = false;

  function release(): void {
    const queue = waiting.question.size > 0 ? waiting.question : waiting.passages;
    const [next] = queue;
    if (next === undefined) isBusy = false;
    else next();
  }

  return {
    async acquire(purpose, signal) {
      signal.throwIfAborted();
      if (!isBusy) {
        isBusy = true;
        return release;
      }
      const queue = waiting[purpose];
      return new Promise((resolve, reject) => {
        const proceed = (): void => {
          queue.delete(proceed);
          signal.removeEventListener('abort', onAbort);
          resolve(release);
        };
        const onAbort = (): void => {
          queue.delete(proceed);
          reject(signal.reason);
        };
        queue.add(proceed);
        signal.addEventListener('abort', onAbort, { once: true });
      });
    },
  };
}
