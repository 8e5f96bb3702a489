import type { JobWorker } from './job-worker.ts';
import type { JobContext } from './run-job.ts';
import { prepareWaitingKinds } from './waiting-kinds.ts';

interface Lane {
  readonly kinds: ReadonlySet<string>;
  readonly worker: Pick<JobWorker, 'hasFailed' | 'search'>;
}

interface PollingOptions extends Pick<JobContext, 'db' | 'now' | 'onFailure'> {
  readonly pollIntervalMs: number;
}

/** Longer than the limit of a statement: its connection is lost. */
const MAX_POLL_MS = 90_000;
/** The longest that new jobs wait for a poll under way, whose connection may be lost. */
const MAX_WAIT_MS = 5_000;

/**
 * Wakes the workers for what time alone has made due, and for what other processes have added. A statement asks for all lanes:
 * most of the time none of them has anything to do.
 */
export function createLanePolling(
  lanes: readonly Lane[],
  { db, now, onFailure, pollIntervalMs }: PollingOptions,
) {
  const listWaitingKinds = prepareWaitingKinds(
    db,
    lanes.flatMap(({ kinds }) => [...kinds]),
  );
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let begunAt = 0;
  let failure: unknown;
  let isPollWanted = false;
  let isStopped = false;

  async function poll(): Promise<void> {
    try {
      const waiting = await listWaitingKinds(now());
      failure = undefined;
      for (const { kinds, worker } of lanes)
        if (worker.hasFailed() || waiting.some((kind) => kinds.has(kind))) worker.search();
    } catch (error) {
      failure = error;
      onFailure(undefined, error);
    }
  }

  /** Polls unless a poll is under way. One whose answer is lost with its connection must not be the last. */
  function pollAgain(): void {
    const isLost = polling !== undefined && performance.now() - begunAt > MAX_POLL_MS;
    if (isLost) failure = new Error('A search for due jobs was not answered');
    else if (polling) return;
    begin();
  }

  function begin(): void {
    begunAt = performance.now();
    const current = poll().finally(() => {
      if (polling !== current) return;
      polling = undefined;
      if (isPollWanted) search();
    });
    polling = current;
  }

  /** Polls now, and after a poll that is under way: it may have begun before what is new was there. */
  function search(): void {
    if (isStopped) return;
    isPollWanted = polling !== undefined && performance.now() - begunAt <= MAX_WAIT_MS;
    if (!isPollWanted) begin();
  }

  return {
    search,
    start() {
      timer = setInterval(pollAgain, pollIntervalMs);
    },
    check() {
      if (failure !== undefined) throw new Error('The job queue is unavailable', { cause: failure });
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await polling;
    },
  };
}
