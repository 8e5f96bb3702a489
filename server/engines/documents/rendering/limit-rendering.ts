/** Further requests are rejected while this many wait; each waits for renderings of about a tenth of a second. */
const MAX_WAITING = 400;
/** The documents of one owner leave half of the places to those of others. */
const MAX_WAITING_PER_OWNER = 200;

/** The engine rejects work because too much is waiting already; a later attempt may succeed. */
export class RendererBusyError extends Error {
  constructor() {
    super('Too many renderings are waiting');
    this.name = 'RendererBusyError';
  }
}

export type RenderingLimit = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `maxConcurrent` pieces of work at a time. The rest wait: the owners of the documents take turns, and the work
 * for one owner is done in order. Rejects with RendererBusyError.
 */
export function createRenderingLimit(maxConcurrent: number): RenderingLimit {
  /** The owner whose turn is next first. No queue is empty. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  function startNext(): void {
    const [next] = queues;
    if (running >= maxConcurrent || !next) return;
    const [owner, queue] = next;
    queues.delete(owner);
    const start = queue.shift();
    if (queue.length > 0) queues.set(owner, queue);
    waiting -= 1;
    running += 1;
    start?.();
  }

  return async (owner, work) => {
    const queue = queues.get(owner) ?? [];
    if (waiting >= MAX_WAITING || queue.length >= MAX_WAITING_PER_OWNER) throw new RendererBusyError();
    await new Promise<void>((resolve) => {
      queue.push(resolve);
      queues.set(owner, queue);
      waiting += 1;
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      startNext();
    }
  };
}
