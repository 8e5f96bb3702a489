import type { Readable } from 'node:stream';

/** A body that is taken in stretches. A connection that breaks ends it early: what came until then is kept. */
export interface IncomingBytes {
  /** Waits until there is another byte, or there will be none. */
  hasMore(): Promise<boolean>;
  /** The next bytes: so many, or all there are. */
  take(most: number): AsyncGenerator<Buffer>;
}

export function readIncoming(body: Readable): IncomingBytes {
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  let waiting: Buffer | undefined;

  async function hasMore(): Promise<boolean> {
    while (!waiting?.length) {
      const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true }));
      if (done || value === undefined) return false;
      waiting = value;
    }
    return true;
  }

  return {
    hasMore,
    async *take(most) {
      for (let left = most; left > 0 && (await hasMore()); ) {
        const chunk = waiting ?? Buffer.alloc(0);
        const taken = chunk.subarray(0, left);
        waiting = chunk.subarray(taken.length);
        left -= taken.length;
        yield taken;
      }
    },
  };
}
