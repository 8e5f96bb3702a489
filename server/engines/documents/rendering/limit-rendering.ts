import pLimit from 'p-limit';

/** Further requests are rejected while this many wait; each waits for renderings of about a tenth of a second. */
const MAX_WAITING = 200;

/** The engine rejects work because too much is waiting already; a later attempt may succeed. */
export class RendererBusyError extends Error {
  constructor() {
    super('Too many renderings are waiting');
    this.name = 'RendererBusyError';
  }
}

export type RenderingLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `maxConcurrent` pieces of work at a time; the rest wait in order. Rejects with RendererBusyError. */
export function createRenderingLimit(maxConcurrent: number): RenderingLimit {
  const limit = pLimit(maxConcurrent);
  return async (work) => {
    if (limit.pendingCount >= MAX_WAITING) throw new RendererBusyError();
    return limit(work);
  };
}
