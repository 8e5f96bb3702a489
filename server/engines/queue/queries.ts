import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';

export interface ClaimedJob {
  id: number;
  kind: string;
  payload: string;
  attempts: number;
  created_at: number;
}

/** How long a claimed job stays its worker's; a worker that lives renews in time. */
export const LEASE_DURATION_MS = 90_000;
const MAX_ATTEMPTS = 3;
const INITIAL_BACKOFF_MS = 5_000;

type Where = ExpressionBuilder<Schema, 'jobs'>;
type Condition = ReturnType<typeof isUnleased>;

const isUnleased = (where: Where, now: number) =>
  where.and([
    where('quarantined_at', 'is', null),
    where.or([where('leased_until', 'is', null), where('leased_until', '<', now)]),
  ]);

const isDue = (where: Where, now: number) =>
  where.and([isUnleased(where, now), where('run_at', '<=', now), where('attempts', '<', MAX_ATTEMPTS)]);

/** Its last attempt failed, or its worker died in it. */
const isExhausted = (where: Where, now: number) =>
  // A literal, as in the partial index `jobs_out_of_attempts`, which a parameter would not match.
  where.and([isUnleased(where, now), where('attempts', '>=', sql.lit(MAX_ATTEMPTS))]);

/**
 * Finds the first job of the given kinds. Each kind is looked up by itself, since an index that begins with the kind
 * yields the earliest of one kind at once, and of several only by sorting all of them.
 */
function firstJob(db: Database, kinds: readonly string[], isAsked: (where: Where) => Condition) {
  const firstOf = (kind: string) =>
    db
      .selectFrom(
        db
          .selectFrom('jobs')
          .select(['id', 'run_at'])
          .where('kind', '=', kind)
          .where(isAsked)
          .orderBy('run_at')
          .orderBy('id')
          .limit(1)
          .as('earliest'),
      )
      .select(['id', 'run_at']);
  const [kind = '', ...others] = kinds;
  return others
    .reduce((all, other) => all.unionAll(firstOf(other)), firstOf(kind))
    .orderBy('run_at')
    .orderBy('id')
    .limit(1);
}

export const firstDueJob = (db: Database, kinds: readonly string[], now: number) =>
  firstJob(db, kinds, (where) => isDue(where, now));

export const firstDeadJob = (db: Database, kinds: readonly string[], now: number) =>
  firstJob(db, kinds, (where) => isExhausted(where, now));

/** Leases the first job of the given kinds that is as asked, whatever other workers do at the same time. */
async function claimFirst(
  db: Database,
  kinds: readonly string[],
  { leaseToken, now, matches, countsAsAttempt }: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  for (;;) {
    const first = await firstJob(db, kinds, (where) => matches(where, now)).executeTakeFirst();
    if (!first) return undefined;
    // The condition stands in the update too: of two workers that saw the same job one gets it, the other looks again.
    const leased = await db
      .updateTable('jobs')
      // What is added from now on with the same key is a job of its own: this one may not see its cause any more.
      .set({ lease_token: leaseToken, leased_until: now + LEASE_DURATION_MS, dedupe_key: null })
      .$if(countsAsAttempt, (update) => update.set({ attempts: sql<number>`attempts + 1` }))
      .where('id', '=', first.id)
      .where((where) => matches(where, now))
      .returning(['id', 'kind', 'payload', 'attempts', 'created_at'])
      .executeTakeFirst();
    if (leased) return leased;
  }
}

interface ClaimOptions {
  leaseToken: string;
  now: number;
  matches: typeof isDue;
  /** As an attempt. */
  countsAsAttempt: boolean;
}

/** Claims the oldest due job of the given kinds for `leaseToken`; a lease that ran out counts as due again. */
export const claimJob = (
  db: Database,
  kinds: readonly string[],
  leaseToken: string,
  now: number,
): Promise<ClaimedJob | undefined> =>
  claimFirst(db, kinds, { leaseToken, now, matches: isDue, countsAsAttempt: true });

/** Claims a job that gets no further attempt, to tell who waits for it: what kills the process must not do so for ever. */
export const claimExhaustedJob = (
  db: Database,
  kinds: readonly string[],
  leaseToken: string,
  now: number,
): Promise<ClaimedJob | undefined> =>
  claimFirst(db, kinds, { leaseToken, now, matches: isExhausted, countsAsAttempt: false });

export async function renewLease(db: Database, id: number, leaseToken: string, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ leased_until: now + LEASE_DURATION_MS })
    .where('id', '=', id)
    .where('lease_token', '=', leaseToken)
    .execute();
}

export async function finishJob(db: Database, id: number, leaseToken: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('lease_token', '=', leaseToken).execute();
}

/** Gives a failed job back for later; after its third failure it is dead. */
export async function failJob(
  db: Database,
  job: ClaimedJob,
  leaseToken: string,
  reason: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      lease_token: null,
      leased_until: null,
      last_error: storableError(reason),
      run_at: now + INITIAL_BACKOFF_MS * 4 ** (job.attempts - 1),
    })
    .where('id', '=', job.id)
    .where('lease_token', '=', leaseToken)
    .execute();
}

/** PostgreSQL keeps no NUL in a text, and messages may quote what a document holds. */
export const storableError = (reason: string): string => reason.replaceAll('\0', '').slice(0, 1_000);

/** Gives an unfinished job back as if it had not been claimed. */
export async function releaseJob(db: Database, id: number, leaseToken: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_token: null, leased_until: null, attempts: sql<number>`attempts - 1` })
    .where('id', '=', id)
    .where('lease_token', '=', leaseToken)
    .execute();
}

/** Gives a job back for its next time, with all attempts before it. After a failure its last error stays, to be read. */
export async function rescheduleJob(
  db: Database,
  id: number,
  leaseToken: string,
  { runAt, hasFailed }: { runAt: number; hasFailed: boolean },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_token: null, leased_until: null, attempts: 0, run_at: runAt })
    .$if(!hasFailed, (update) => update.set({ last_error: null }))
    .where('id', '=', id)
    .where('lease_token', '=', leaseToken)
    .execute();
}

/** Sets a dead job aside for good. */
export async function quarantineJob(
  db: Database,
  id: number,
  leaseToken: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      quarantined_at: now,
      lease_token: null,
      leased_until: null,
      last_error: sql<string>`coalesce(last_error, 'The worker died three times')`,
    })
    .where('id', '=', id)
    .where('lease_token', '=', leaseToken)
    .execute();
}

/** After a restart of the only process nobody else can hold a lease: what was claimed is due at once. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_token: null, leased_until: null })
    .where('leased_until', 'is not', null)
    .execute();
}

/** Jobs whose time has come, running ones included: what is due tomorrow does not wait. */
export const countDueJobs = (db: Database, now: number): Promise<number> =>
  count(db.selectFrom('jobs').where('quarantined_at', 'is', null).where('run_at', '<=', now));

/** Jobs set aside for good. */
export const countQuarantinedJobs = (db: Database): Promise<number> =>
  count(db.selectFrom('jobs').where('quarantined_at', 'is not', null));

async function count(jobs: SelectQueryBuilder<Schema, 'jobs', object>): Promise<number> {
  const { count } = await jobs
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
