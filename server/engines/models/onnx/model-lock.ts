import type { EmbeddingPurpose } from '../embedding-model.ts';

export interface ModelTurns {
  /** Waits until the model is free; the function returned frees it. Rejects when `signal` aborts first. */
  take(purpose: EmbeddingPurpose, signal: AbortSignal): Promise<() => void>;
}

/** One at a time, and questions before passages. */
export function createModelTurns(): ModelTurns {
  const waiting: Record<EmbeddingPurpose, Set<() => void>> = { question: new Set(), passages: new Set() };
  let isBusy = false;

  function free(): void {
    const queue = waiting.question.size > 0 ? waiting.question : waiting.passages;
    const [next] = queue;
    if (next === undefined) isBusy = false;
    else next();
  }

  return {
    async take(purpose, signal) {
      signal.throwIfAborted();
      if (!isBusy) {
        isBusy = true;
        return free;
      }
      const queue = waiting[purpose];
      return new Promise((resolve, reject) => {
        const begin = (): void => {
          queue.delete(begin);
          signal.removeEventListener('abort', giveUp);
          resolve(free);
        };
        const giveUp = (): void => {
          queue.delete(begin);
          reject(signal.reason);
        };
        queue.add(begin);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
