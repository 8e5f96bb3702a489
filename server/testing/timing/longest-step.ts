import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

interface Turn {
  readonly cpuMs: number;
  readonly from: number;
  readonly to: number;
}

/** Shorter turns are not the longest one. */
const MIN_TURN_MS = 5;

/** Returns the processor time of a turn without collections of garbage, whose duration is all that is known of them. */
const withoutCollections = ({ cpuMs, from, to }: Turn, collections: readonly PerformanceEntry[]): number =>
  collections
    .filter(({ startTime, duration }) => startTime < to && startTime + duration > from)
    .reduce((rest, { duration }) => rest - duration, cpuMs);

/**
 * Returns the longest turn of the event loop while work runs, in milliseconds of processor time of this thread: other processes
 * do not count. Collections of garbage can be left out, since the heap of a test process is several times that of a server.
 */
export async function longestStep(
  work: () => Promise<unknown>,
  { countsCollections = true }: { countsCollections?: boolean } = {},
): Promise<number> {
  const collections: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => void collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return { cpuMs: (user + system) / 1000, at: performance.now() };
  };
  const turns: Turn[] = [];
  let last = now();
  let isRunning = true;
  const turn = () => {
    const next = now();
    const cpuMs = next.cpuMs - last.cpuMs;
    if (cpuMs >= MIN_TURN_MS) turns.push({ cpuMs, from: last.at, to: next.at });
    last = next;
    // A timer is due after each turn, and spends no processor time while the database works.
    if (isRunning) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  await work();
  isRunning = false;
  // The observer learns of a collection in a later turn.
  await wait(10);
  observer.disconnect();
  return Math.max(
    0,
    ...turns.map((turn) => (countsCollections ? turn.cpuMs : withoutCollections(turn, collections))),
  );
}
