import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { type ClaimedJob, LEASE_DURATION_MS, type LeasedJob } from './claim-queries.ts';

const INITIAL_BACKOFF_MS = 5_000;
const MIN_DEFERRAL_MS = 2_000;
const MAX_DEFERRAL_MS = 60_000;
const MAX_ERROR_LENGTH = 1_000;

/** Extends the lease of a job. Returns false when another worker has claimed it meanwhile. */
export async function renewLease(db: Database, job: LeasedJob, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leased_until: now + LEASE_DURATION_MS })
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const deleteLeased = prepareQuery((db, { id, lease_token }: LeasedJob) =>
  db.deleteFrom('jobs').where('id', '=', id).where('lease_token', '=', lease_token),
);

export async function finishJob(db: Database, job: LeasedJob): Promise<void> {
  await deleteLeased(db, job);
}

/** Releases a failed job for a retry with exponential back-off. */
export async function failJob(db: Database, job: ClaimedJob, reason: string, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      lease_token: null,
      leased_until: null,
      last_error: storableError(reason),
      run_at: now + INITIAL_BACKOFF_MS * 4 ** (job.attempts - 1),
    })
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .execute();
}

/** Releases a job for a retry without counting the attempt. */
export async function deferJob(db: Database, job: ClaimedJob, reason: string, now: number): Promise<void> {
  const uncountAttempt = db
    .updateTable('jobs')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where('id', '=', job.id);
  const { numUpdatedRows } = await uncountAttempt
    .set({
      lease_token: null,
      leased_until: null,
      last_error: storableError(reason),
      run_at: now + computeDeferral(job, now),
    })
    .where('lease_token', '=', job.lease_token)
    .executeTakeFirst();
  // In a long outage the lease expires and another worker claims the job: this attempt still does not count.
  if (numUpdatedRows === 0n) await uncountAttempt.where('attempts', '>', 0).execute();
}

/** Returns half the age of the job, which grows with every retry and needs no counter; jitter spreads simultaneous retries. */
function computeDeferral({ created_at: createdAt }: ClaimedJob, now: number): number {
  const deferral = Math.min(MAX_DEFERRAL_MS, Math.max(MIN_DEFERRAL_MS, (now - createdAt) / 2));
  return Math.round(deferral * (0.5 + Math.random() / 2));
}

/** Removes NUL characters, which PostgreSQL cannot store and a message may quote from a document. */
const storableError = (reason: string): string => reason.replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH);

/** Releases an interrupted job as if it had not been claimed. */
export async function releaseJob(db: Database, job: LeasedJob): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_token: null, leased_until: null, attempts: sql<number>`attempts - 1` })
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .execute();
}

/** Schedules the next run of a recurring job and resets its attempts. After a failure the last error is kept. */
export async function rescheduleJob(
  db: Database,
  job: LeasedJob,
  { runAt, hasFailed }: { runAt: number; hasFailed: boolean },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_token: null, leased_until: null, attempts: 0, run_at: runAt })
    .$if(!hasFailed, (update) => update.set({ last_error: null }))
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .execute();
}

/** Keeps an abandoned job until an administrator retries or discards it. */
export async function quarantineJob(db: Database, job: LeasedJob, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      quarantined_at: now,
      lease_token: null,
      leased_until: null,
      last_error: sql<string>`coalesce(last_error, 'The worker stopped unexpectedly three times')`,
    })
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .execute();
}

/** Makes all claimed jobs due at once. Only for a single process, at its start: no other worker can hold a lease then. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_token: null, leased_until: null })
    .where('leased_until', 'is not', null)
    .execute();
}

/** More than the clocks of nodes differ. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Nodes of version 0.1.0 lease jobs for longer than those of this version do. */
const MAX_LEASE_MS = 90_000;

/** More than a failed or deferred job waits for its next attempt. */
const MAX_RETRY_MS = 120_000;

/** The kinds of jobs that a process runs. */
export interface JobKinds {
  /** Recurring ones, with their intervals in milliseconds. */
  readonly intervals: ReadonlyMap<string, number>;
  /** Kinds that do not recur. */
  readonly once: readonly string[];
}

/**
 * Corrects the times of jobs that were added, claimed, retried or rescheduled while the clock was ahead: they would wait until
 * it is that late again. A delay that was asked for stays as long as it was.
 */
export async function correctFutureJobs(db: Database, now: number, kinds: JobKinds): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: sql<number>`run_at - created_at + ${now}`, created_at: now })
    .where('created_at', '>', now + CLOCK_TOLERANCE_MS)
    .execute();
  await db
    .updateTable('jobs')
    .set({ lease_token: null, leased_until: null })
    .where('leased_until', '>', now + MAX_LEASE_MS + CLOCK_TOLERANCE_MS)
    .execute();
  for (const [kind, intervalMs] of kinds.intervals)
    await db
      .updateTable('jobs')
      .set({ run_at: now })
      .where('kind', '=', kind)
      .where('run_at', '>', now + intervalMs + CLOCK_TOLERANCE_MS)
      .execute();
  await db
    .updateTable('jobs')
    .set({ run_at: now })
    .where('kind', 'in', ['', ...kinds.once])
    .where('last_error', 'is not', null)
    .where('quarantined_at', 'is', null)
    .where('run_at', '>', now + MAX_RETRY_MS + CLOCK_TOLERANCE_MS)
    .execute();
}
