import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/open-database.ts';
import type { Schema } from '../db/schema.ts';

export interface ClaimedJob {
  id: number;
  kind: string;
  payload: string;
  attempts: number;
}

/** How long a claimed job stays its worker's; a worker that lives renews in time. */
export const LEASE_MS = 90_000;
const MOST_ATTEMPTS = 3;
const BACK_OFF_MS = 5_000;

/** Claims the oldest due job of the given kinds for `leaseToken`; a lease that ran out counts as due again. */
export async function claimJob(
  db: Database,
  kinds: readonly string[],
  leaseToken: string,
  now: number,
): Promise<ClaimedJob | undefined> {
  const due = (open: Kysely<Schema>) =>
    open
      .selectFrom('jobs')
      .select('id')
      .where('quarantined_at', 'is', null)
      .where('run_at', '<=', now)
      .where('kind', 'in', kinds)
      .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<', now)]))
      .orderBy('run_at')
      .orderBy('id')
      .limit(1);
  // The condition stands in the update itself, so of two workers that saw the same job one gets nothing.
  return db
    .updateTable('jobs')
    .set({ lease_token: leaseToken, leased_until: now + LEASE_MS, attempts: sql<number>`attempts + 1` })
    .where('id', '=', due(db))
    .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<', now)]))
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst();
}

export async function renewLease(db: Database, id: number, leaseToken: string, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ leased_until: now + LEASE_MS })
    .where('id', '=', id)
    .where('lease_token', '=', leaseToken)
    .execute();
}

export async function finishJob(db: Database, id: number, leaseToken: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('lease_token', '=', leaseToken).execute();
}

/** Gives a failed job back for later, or sets it aside after its third failure. */
export async function failJob(
  db: Database,
  job: ClaimedJob,
  leaseToken: string,
  reason: string,
  now: number,
): Promise<{ isLast: boolean }> {
  const isLast = job.attempts >= MOST_ATTEMPTS;
  await db
    .updateTable('jobs')
    .set({
      lease_token: null,
      leased_until: null,
      last_error: reason.slice(0, 1_000),
      run_at: now + BACK_OFF_MS * 4 ** (job.attempts - 1),
      quarantined_at: isLast ? now : null,
    })
    .where('id', '=', job.id)
    .where('lease_token', '=', leaseToken)
    .execute();
  return { isLast };
}

/** Gives an unfinished job back as if it had not been claimed. */
export async function giveBackJob(db: Database, id: number, leaseToken: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_token: null, leased_until: null, attempts: sql<number>`attempts - 1` })
    .where('id', '=', id)
    .where('lease_token', '=', leaseToken)
    .execute();
}

/** Sets aside jobs whose worker died at their third attempt: what kills the process must not do so for ever. */
export async function quarantineDeadJobs(db: Database, now: number): Promise<ClaimedJob[]> {
  return db
    .updateTable('jobs')
    .set({
      quarantined_at: now,
      lease_token: null,
      leased_until: null,
      last_error: 'The worker died three times',
    })
    .where('quarantined_at', 'is', null)
    .where('leased_until', '<', now)
    .where('attempts', '>=', MOST_ATTEMPTS)
    .returning(['id', 'kind', 'payload', 'attempts'])
    .execute();
}

/** After a restart of the only process nobody else can hold a lease: what was claimed is due at once. */
export async function releaseLeases(db: Database): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_token: null, leased_until: null })
    .where('leased_until', 'is not', null)
    .execute();
}
