import { collectGarbage } from '#server/engines/event-loop/collect-garbage.ts';

const INTERVAL_MS = 60_000;
/** An idle server takes about 1 % of a processor. */
const MAX_IDLE_SHARE = 0.03;
/** A collection takes .1 to .2 s of processor time below this size; more than that may disturb the next request. */
const MAX_HEAP_BYTES = 192 * 1024 ** 2;
const MIN_RELEASED_BYTES = 32 * 1024 ** 2;

/** The use of a minute by this process. */
export interface Minute {
  readonly processorShare: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
}

/**
 * Decides, minute by minute, when the heap is given back to the system: in a minute without work, once it has grown by enough
 * since the last time. V8 keeps the space for new objects at its largest size, 128 MB, for as long as nothing is allocated.
 */
export function createIdleRule(): (minute: Minute) => boolean {
  let released = 0;
  let isReleasing = false;
  return ({ processorShare, residentBytes, heapBytes }) => {
    // The size after the collection counts, which the minute after it shows.
    if (isReleasing) released = residentBytes;
    isReleasing =
      processorShare < MAX_IDLE_SHARE &&
      heapBytes < MAX_HEAP_BYTES &&
      residentBytes > released + MIN_RELEASED_BYTES;
    return isReleasing;
  };
}

/** Gives memory back while nobody uses the server. */
export function releaseIdleMemory(): void {
  const isDue = createIdleRule();
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const { rss: residentBytes, heapUsed: heapBytes } = process.memoryUsage();
    const processorShare = (user + system) / 1000 / INTERVAL_MS;
    if (isDue({ processorShare, residentBytes, heapBytes }))
      collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, INTERVAL_MS).unref();
}
