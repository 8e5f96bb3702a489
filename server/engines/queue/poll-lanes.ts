import type { JobWorker } from './job-worker.ts';
import type { JobContext } from './run-job.ts';
import { prepareWaitingKinds } from './waiting-kinds.ts';

interface Lane {
  readonly kinds: ReadonlySet<string>;
  readonly worker: Pick<JobWorker, 'hasFailed' | 'poll'>;
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
  const polls = createPolls(async () => {
    try {
      const waiting = await listWaitingKinds(now());
      for (const { kinds, worker } of lanes)
        if (worker.hasFailed() || waiting.some((kind) => kinds.has(kind))) worker.poll();
      return undefined;
    } catch (error) {
      onFailure(undefined, error);
      return error;
    }
  });
  let timer: NodeJS.Timeout | undefined;
  return {
    poll: polls.poll,
    start() {
      timer = setInterval(polls.pollAgain, pollIntervalMs);
    },
    check() {
      const failure = polls.failure();
      if (failure !== undefined) throw new Error('The job queue is unavailable', { cause: failure });
    },
    async stop() {
      clearInterval(timer);
      await polls.stop();
    },
  };
}

/** A poll under way, with the time of `performance.now()` when it began. */
interface Poll {
  readonly begunAt: number;
  readonly ended: Promise<void>;
}

/** Runs one poll at a time. `readDue` resolves to its failure, if it failed. */
function createPolls(readDue: () => Promise<unknown>) {
  let current: Poll | undefined;
  let failure: unknown;
  let isPollWanted = false;
  let isStopped = false;

  const ageOf = ({ begunAt }: Poll): number => performance.now() - begunAt;

  function begin(): void {
    const begunAt = performance.now();
    const ended = readDue()
      .then((reason) => {
        failure = reason;
      })
      .finally(() => {
        if (current?.ended !== ended) return;
        current = undefined;
        if (isPollWanted) poll();
      });
    current = { begunAt, ended };
  }

  /** Polls now, and after a poll that is under way: it may have begun before what is new was there. */
  function poll(): void {
    if (isStopped) return;
    isPollWanted = current !== undefined && ageOf(current) <= MAX_WAIT_MS;
    if (!isPollWanted) begin();
  }

  return {
    poll,
    /** Polls unless a poll is under way. One whose answer is lost with its connection must not be the last. */
    pollAgain() {
      if (current && ageOf(current) <= MAX_POLL_MS) return;
      if (current) failure = new Error('A search for due jobs was not answered');
      begin();
    },
    failure: () => failure,
    async stop() {
      isStopped = true;
      await current?.ended;
    },
  };
}
