import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { claimJobByOwner } from './claim-by-owner.ts';
import { claimJob } from './claim-job.ts';
import type { ClaimedJob } from './claim-queries.ts';
import { enqueued } from './enqueued.ts';
import { ExhaustedJobs } from './exhausted-jobs.ts';
import { OwnerTurns } from './owner-turns.ts';
import { type JobContext, runJob } from './run-job.ts';

export interface JobWorkerOptions extends JobContext {
  /** Jobs at once. */
  concurrency: number;
  /** Makes owners take turns, and limits the simultaneous jobs of one of them. For workers of a single kind of jobs. */
  maxPerOwner?: number;
}

export interface JobWorker {
  start(): void;
  /** Looks for due jobs now. */
  wake(): void;
  /** Looks for due jobs, and for those without attempts left, which nobody announces. */
  poll(): void;
  /** Returns whether the queue could not be read in the last search. */
  hasFailed(): boolean;
  /** Resolves when no job runs and none is due. */
  whenIdle(): Promise<void>;
  /** Rejects when the queue cannot be read. */
  check(): Promise<void>;
  /** Aborts running jobs and returns them to the queue. */
  stop(): Promise<void>;
}

/** Creates a worker that runs due jobs of the kinds it has handlers for, `concurrency` at a time. */
export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const stopping = new AbortController();
  let queueError: unknown;
  const kinds = [...options.handlers.keys()];
  const claim = createClaim(options, kinds);
  const exhausted = new ExhaustedJobs(options, kinds);
  const runners = createRunners({
    concurrency: options.concurrency,
    runNext: (onClaim) => runNextJob(options, { claim, exhausted, onClaim, stopping: stopping.signal }),
    signal: stopping.signal,
    onResult(error) {
      queueError = error;
      if (error !== undefined) options.onFailure(undefined, error);
    },
  });
  const poll = (): void => {
    exhausted.expect();
    runners.wake();
  };
  return {
    start() {
      runners.enable();
      poll();
    },
    wake: runners.wake,
    poll,
    hasFailed: () => queueError !== undefined,
    async whenIdle() {
      poll();
      await runners.whenDone();
    },
    async check() {
      if (queueError === undefined) return;
      throw new Error('The job queue is unavailable', { cause: queueError });
    },
    async stop() {
      stopping.abort();
      await runners.whenDone();
    },
  };
}

interface NextJob {
  readonly claim: Claim;
  readonly exhausted: ExhaustedJobs;
  onClaim(): void;
  readonly stopping: AbortSignal;
}

/** Runs the next due job, or abandons one without attempts left. */
async function runNextJob(
  context: JobWorkerOptions,
  { claim, exhausted, onClaim, stopping }: NextJob,
): Promise<Found> {
  const leaseToken = randomUUID();
  const claimed = await claim(leaseToken);
  if (claimed === 'none' || claimed === 'busy')
    return (await exhausted.abandonNext(leaseToken)) ? 'job' : claimed;
  onClaim();
  try {
    if ((await runJob(context, claimed.job, stopping)) === 'done') return 'done';
    exhausted.expect();
    return 'job';
  } finally {
    claimed.release();
  }
}

/** A search found a job, none at all, or none except perhaps of owners that have as many as they may. */
type Found = 'done' | 'job' | 'none' | 'busy';

type Claim = (leaseToken: string) => Promise<{ job: ClaimedJob; release(): void } | 'none' | 'busy'>;

/** Returns how a worker claims its jobs: in the order in which they became due, or with the owners in turn. */
function createClaim({ db, now, maxPerOwner }: JobWorkerOptions, kinds: readonly string[]): Claim {
  if (maxPerOwner === undefined)
    return async (leaseToken) => {
      const job = await claimJob(db, kinds, leaseToken, now());
      return job ? { job, release() {} } : 'none';
    };
  const [kind = '', ...others] = kinds;
  if (others.length > 0) throw new Error('Owners take turns only in lanes of a single kind of jobs');
  const turns = new OwnerTurns(maxPerOwner);
  // One claim at a time, because the next one depends on its owner.
  const limit = pLimit(1);
  return (leaseToken) =>
    limit(async () => {
      const turn = turns.next();
      const job = await claimJobByOwner(db, { kind, leaseToken, now: now(), turn });
      if (job) return { job, release: turns.begin(job.owner_id) };
      return turn.busyOwners.length > 0 ? 'busy' : 'none';
    });
}

interface RunnerOptions {
  concurrency: number;
  /** Calls `onClaim` before it runs a job. */
  runNext(onClaim: () => void): Promise<Found>;
  signal: AbortSignal;
  /** Called when a runner ends, with the error that ended it. */
  onResult(error: unknown): void;
}

/**
 * Keeps up to `concurrency` runners busy. A wake starts one, and each that finds a job starts the next: most wakes find one job
 * or none. A wake during a runner's last search makes it search again.
 */
function createRunners({ concurrency, runNext, signal, onResult }: RunnerOptions) {
  const runners = new Set<Promise<void>>();
  let isEnabled = false;
  let wakeCount = 0;
  /** Grows when there may be something to find that was not there before. */
  const countNews = (): number => wakeCount + enqueued.jobs;
  /** The news when a search began that found nothing: a runner that has done its job need not search again. */
  let emptyAt = -1;

  const onClaim = (): void => {
    emptyAt = -1;
    startRunner();
  };

  function startRunner(): void {
    if (!isEnabled || signal.aborted || runners.size >= concurrency) return;
    let seenWakeCount = wakeCount;
    const work = async (): Promise<void> => {
      while (!signal.aborted && emptyAt !== countNews()) {
        seenWakeCount = wakeCount;
        const newsBefore = countNews();
        const found = await runNext(onClaim);
        if (found === 'none') emptyAt = newsBefore;
        if (found === 'job') emptyAt = -1;
        if (found === 'busy' && seenWakeCount === wakeCount) return;
        // SQLite answers synchronously, so requests are served between two jobs only through this pause.
        if (found === 'done' || found === 'job') await setImmediate();
      }
    };
    const runner = work()
      .then(() => onResult(undefined), onResult)
      .finally(() => {
        runners.delete(runner);
        // A wake after the last search, while this runner still counted as busy, started none.
        if (seenWakeCount !== wakeCount) startRunner();
      });
    runners.add(runner);
  }

  return {
    enable() {
      isEnabled = true;
    },
    wake() {
      wakeCount += 1;
      startRunner();
    },
    async whenDone() {
      while (runners.size > 0) await Promise.all(runners);
    },
  };
}
