import { setTimeout as wait } from 'node:timers/promises';
import { isUnavailable } from '#server/app/errors.ts';
import type { Database } from '#server/database/open-database.ts';
import { type ClaimedJob, LEASE_DURATION_MS } from './claim-queries.ts';
import {
  deferJob,
  failJob,
  finishJob,
  quarantineJob,
  releaseJob,
  renewLease,
  rescheduleJob,
} from './queries.ts';
import { traceparentOf } from './traced-payload.ts';

/** Ends the job in the transaction that does its work, which saves a commit; the job then fails if that transaction does. */
export type EndJob = (transaction: Database) => Promise<void>;

export interface JobHandler {
  /**
   * Does one job. It can run twice, since a process may die after the work and before the job is removed. It is retried without
   * limit while the database or the object store is unavailable; other failures count as attempts. One that does not recur may
   * end itself with `end`.
   */
  run(payload: unknown, signal: AbortSignal, end: EndJob): Promise<void>;
  /** Called before a job is quarantined, so that others can learn that it will not be done. It can run more than once. */
  onAbandoned?(payload: unknown): Promise<void>;
  /** Makes the job recurring: it runs again after this time, also when all attempts failed. */
  readonly intervalMs?: number;
}

/** `returned` means that the process stops or that another worker has the job. */
export type JobOutcome = 'done' | 'failed' | 'deferred' | 'returned';

/** Runs around each attempt, for metrics and traces. `traceparent` is that of the request or job that added this one. */
export type JobObserver = (
  job: { readonly kind: string; readonly attempt: number; readonly traceparent: string | undefined },
  run: () => Promise<JobOutcome>,
) => Promise<JobOutcome>;

export interface JobContext {
  readonly db: Database;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  now(): number;
  /** `job` is undefined when the queue itself could not be read. */
  onFailure(job: ClaimedJob | undefined, error: unknown): void;
  readonly observe?: JobObserver;
}

const RETRY_DEFERRAL_MS = 1_000;

/**
 * Runs a claimed job and records its outcome. `stopping` interrupts it and returns it to the queue. It is interrupted too
 * when its lease could not be renewed in time and another worker has claimed it, which is no attempt of the job's.
 */
export async function runJob(
  context: JobContext,
  job: ClaimedJob,
  stopping: AbortSignal,
): Promise<JobOutcome> {
  const run = () => attemptJob(context, job, stopping);
  const described = { kind: job.kind, attempt: job.attempts, traceparent: traceparentOf(job.payload) };
  return context.observe ? context.observe(described, run) : run();
}

async function attemptJob(context: JobContext, job: ClaimedJob, stopping: AbortSignal): Promise<JobOutcome> {
  const { db, handlers, now, onFailure } = context;
  const lost = new AbortController();
  let isEnded = false;
  const renewal = setInterval(() => {
    renewLease(db, job, now()).then(
      (isOurs) => isOurs || isEnded || lost.abort(new Error('Another worker has claimed the job')),
      (error: unknown) => onFailure(job, error),
    );
  }, LEASE_DURATION_MS / 3);
  try {
    stopping.throwIfAborted();
    const handler = handlers.get(job.kind);
    if (!handler) throw new Error(`No handler for ${job.kind}`);
    const end: EndJob = async (transaction) => {
      await finishJob(transaction, job);
      isEnded = true;
    };
    await handler.run(JSON.parse(job.payload), AbortSignal.any([stopping, lost.signal]), end);
    if (handler.intervalMs === undefined) {
      if (!isEnded) await finishJob(db, job);
    } else await rescheduleJob(db, job, { runAt: now() + handler.intervalMs, hasFailed: false });
    return 'done';
  } catch (error) {
    if (stopping.aborted) {
      await releaseJob(db, job);
      return 'returned';
    }
    onFailure(job, error);
    const reason = error instanceof Error ? error.message : String(error);
    if (isUnavailable(error) || lost.signal.aborted) {
      await deferUntilRecorded(context, job, { reason, stopping });
      return lost.signal.aborted ? 'returned' : 'deferred';
    }
    await failJob(db, job, reason, now());
    return 'failed';
  } finally {
    clearInterval(renewal);
  }
}

/** Retries until the database accepts the deferral: in an outage of the database the attempt would count otherwise. */
async function deferUntilRecorded(
  { db, now }: JobContext,
  job: ClaimedJob,
  { reason, stopping }: { reason: string; stopping: AbortSignal },
): Promise<void> {
  for (;;) {
    try {
      return await deferJob(db, job, reason, now());
    } catch (error) {
      if (stopping.aborted || !isUnavailable(error)) throw error;
    }
    await wait(RETRY_DEFERRAL_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Calls `onAbandoned` before the job is quarantined: when it fails or the process dies, both happen again. */
export async function abandonJob(
  { db, handlers, now, onFailure }: JobContext,
  job: ClaimedJob,
): Promise<void> {
  const handler = handlers.get(job.kind);
  try {
    await handler?.onAbandoned?.(JSON.parse(job.payload));
  } catch (error) {
    return onFailure(job, error);
  }
  if (handler?.intervalMs === undefined) await quarantineJob(db, job, now());
  else await rescheduleJob(db, job, { runAt: now() + handler.intervalMs, hasFailed: true });
}
