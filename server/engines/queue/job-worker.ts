import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#server/database/open-database.ts';
import { deferJob } from './defer-job.ts';
import { isUnavailable } from './is-unavailable.ts';
import {
  type ClaimedJob,
  claimExhaustedJob,
  claimJob,
  failJob,
  finishJob,
  LEASE_DURATION_MS,
  quarantineJob,
  releaseJob,
  renewLease,
  rescheduleJob,
} from './queries.ts';

export interface JobHandler {
  /**
   * Does one job. It may run twice (a crash after its work, before its end was noted), so it must bear that. It is retried
   * without limit while the database or the object store is unavailable; other failures count as attempts.
   */
  run(payload: unknown, signal: AbortSignal): Promise<void>;
  /** The job is about to be set aside for good: what waits for it must learn so. It may run twice, and again when it fails. */
  onAbandoned?(payload: unknown): Promise<void>;
  /** A job that is never done: it comes again this long after each run, also after three failures. */
  readonly intervalMs?: number;
}

const RETRY_DEFERRAL_MS = 1_000;

interface JobWorkerOptions {
  db: Database;
  handlers: ReadonlyMap<string, JobHandler>;
  now(): number;
  /** `job` is undefined when the queue itself could not be read. */
  onFailure(job: ClaimedJob | undefined, error: unknown): void;
  /** Jobs at once. */
  concurrency: number;
  /** How often to look for jobs that nobody announced: retries, and those of other processes. */
  pollIntervalMs: number;
}

export interface JobWorker {
  start(): void;
  wake(): void;
  /** Resolves when no job runs and none is due. */
  whenIdle(): Promise<void>;
  /** Rejects when the queue can't be worked on. */
  check(): Promise<void>;
  /** Ends what runs as soon as its handlers let go; unfinished jobs are given back. */
  stop(): Promise<void>;
}

export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const { db, handlers, now } = options;
  const kinds = [...handlers.keys()];
  const stopping = new AbortController();
  const runners = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  let wakeCount = 0;
  let queueError: unknown;

  function setQueueError(error: unknown): void {
    queueError = error;
    if (error !== undefined) options.onFailure(undefined, error);
  }

  async function runJob(job: ClaimedJob, leaseToken: string): Promise<void> {
    const renewal = setInterval(() => {
      renewLease(db, job.id, leaseToken, now()).catch((error: unknown) => options.onFailure(job, error));
    }, LEASE_DURATION_MS / 3);
    try {
      stopping.signal.throwIfAborted();
      const handler = handlers.get(job.kind);
      if (!handler) throw new Error(`No handler for ${job.kind}`);
      await handler.run(JSON.parse(job.payload), stopping.signal);
      if (handler.intervalMs === undefined) await finishJob(db, job.id, leaseToken);
      else
        await rescheduleJob(db, job.id, leaseToken, { runAt: now() + handler.intervalMs, hasFailed: false });
    } catch (error) {
      // A job that was cut short by our own stop has not failed.
      if (stopping.signal.aborted) return await releaseJob(db, job.id, leaseToken);
      options.onFailure(job, error);
      const reason = error instanceof Error ? error.message : String(error);
      if (isUnavailable(error)) await defer(job, leaseToken, reason);
      else await failJob(db, job, leaseToken, reason, now());
    } finally {
      clearInterval(renewal);
    }
  }

  /** Repeated until the database accepts it: in an outage of the database the attempt would count otherwise. */
  async function defer(job: ClaimedJob, leaseToken: string, reason: string): Promise<void> {
    for (;;) {
      try {
        return await deferJob(db, job, leaseToken, reason, now());
      } catch (error) {
        if (stopping.signal.aborted || !isUnavailable(error)) throw error;
      }
      await wait(RETRY_DEFERRAL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Whoever waits is told first: when that fails, or the process dies, the lease runs out and it is done again. */
  async function quarantine(job: ClaimedJob, leaseToken: string): Promise<void> {
    try {
      await handlers.get(job.kind)?.onAbandoned?.(JSON.parse(job.payload));
    } catch (error) {
      return options.onFailure(job, error);
    }
    const everyMs = handlers.get(job.kind)?.intervalMs;
    if (everyMs === undefined) await quarantineJob(db, job.id, leaseToken, now());
    else await rescheduleJob(db, job.id, leaseToken, { runAt: now() + everyMs, hasFailed: true });
  }

  /** Does the next thing that is due; false when nothing is. */
  async function runNext(): Promise<boolean> {
    const leaseToken = randomUUID();
    const exhausted = await claimExhaustedJob(db, kinds, leaseToken, now());
    if (exhausted) await quarantine(exhausted, leaseToken);
    const job = exhausted ? undefined : await claimJob(db, kinds, leaseToken, now());
    if (job) await runJob(job, leaseToken);
    return exhausted !== undefined || job !== undefined;
  }

  /** Works until nothing is due. A wake while it looks makes it look again. */
  function startRunner(): void {
    let seenWakeCount: number;
    const work = async (): Promise<void> => {
      do {
        seenWakeCount = wakeCount;
        // SQLite answers without ever leaving the event loop's turn: requests are served between two jobs.
        while (!stopping.signal.aborted && (await runNext())) await setImmediate();
      } while (seenWakeCount !== wakeCount);
    };
    const runner = work()
      .then(() => setQueueError(undefined), setQueueError)
      .finally(() => {
        runners.delete(runner);
        // A wake between its last look and this moment found all lanes taken.
        if (seenWakeCount !== wakeCount) startRunners();
      });
    runners.add(runner);
  }

  function startRunners(): void {
    if (!started || stopping.signal.aborted) return;
    while (runners.size < options.concurrency) startRunner();
  }

  function wake(): void {
    wakeCount += 1;
    startRunners();
  }

  return {
    start() {
      started = true;
      timer = setInterval(wake, options.pollIntervalMs);
      wake();
    },
    wake,
    async whenIdle() {
      wake();
      while (runners.size > 0) await Promise.all(runners);
    },
    async check() {
      if (queueError === undefined) return;
      throw new Error("The job queue can't be worked on", { cause: queueError });
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await Promise.all(runners);
    },
  };
}
