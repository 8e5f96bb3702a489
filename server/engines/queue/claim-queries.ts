import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';

export interface ClaimedJob {
  readonly id: number;
  readonly kind: string;
  readonly payload: string;
  readonly attempts: number;
  readonly created_at: number;
  readonly owner_id: number;
  /** Names the claim: without it, a worker that was late could change the job of another one. */
  readonly lease_token: string;
}

/** The job as far as a worker needs it to renew or end its lease. */
export type LeasedJob = Pick<ClaimedJob, 'id' | 'lease_token'>;

/** Time after which a claimed job can be claimed again, unless its worker renews the lease. */
export const LEASE_DURATION_MS = 9_000;
/** The partial index `jobs_out_of_attempts` contains the same number. */
export const MAX_ATTEMPTS = 3;

type JobExpression = ExpressionBuilder<Schema, 'jobs'>;
type Condition = ReturnType<typeof isUnleased>;
export type Conditions = (where: JobExpression, now: number) => Condition;

const isUnleased = (where: JobExpression, now: number) =>
  where.and([
    where('quarantined_at', 'is', null),
    where.or([where('leased_until', 'is', null), where('leased_until', '<', now)]),
  ]);

/** Matches jobs that may run now. */
export const isDue = (where: JobExpression, now: number) =>
  where.and([isUnleased(where, now), where('run_at', '<=', now), where('attempts', '<', MAX_ATTEMPTS)]);

/** Matches jobs whose last attempt failed, or whose worker died during it. */
export const isExhausted = (where: JobExpression, now: number) =>
  // A literal, as in the partial index `jobs_out_of_attempts`, which a parameter would not match.
  where.and([isUnleased(where, now), where('attempts', '>=', sql.lit(MAX_ATTEMPTS))]);

/**
 * Selects the earliest jobs of each of the given kinds. Each kind is looked up separately: the index begins with the kind,
 * so it yields the earliest job of one kind directly, but those of several kinds only after sorting all of them.
 */
export function selectFirstJobsByKind(
  db: Database,
  kinds: readonly string[],
  matches: (where: JobExpression) => Condition,
  perKind: number,
) {
  const selectFirstOfKind = (kind: string) =>
    db
      .selectFrom(
        db
          .selectFrom('jobs')
          .select(['id', 'run_at'])
          .where('kind', '=', kind)
          .where(matches)
          .orderBy('run_at')
          .orderBy('id')
          .limit(perKind)
          .as('earliest'),
      )
      .select(['id', 'run_at']);
  const [kind = '', ...others] = kinds;
  return others.reduce((union, other) => union.unionAll(selectFirstOfKind(other)), selectFirstOfKind(kind));
}

export const selectFirstDueJob = (db: Database, kinds: readonly string[], now: number) =>
  selectFirstJobsByKind(db, kinds, (where) => isDue(where, now), 1)
    .orderBy('run_at')
    .orderBy('id')
    .limit(1);

/** Selects one of the exhausted jobs, in any order: there are few, all in the index `jobs_out_of_attempts`. */
export const selectExhaustedJob = (db: Database, kinds: readonly string[], now: number) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', kinds)
    .where((where) => isExhausted(where, now))
    .limit(1);

/** Workers that may claim jobs of one kind at the same moment without waiting for each other. */
export const CANDIDATES_PER_KIND = 8;
export const CLAIMED_COLUMNS = [
  'id',
  'kind',
  'payload',
  'attempts',
  'created_at',
  'owner_id',
  // The claim has just set it.
  sql<string>`lease_token`.as('lease_token'),
] as const;

/** Values that a claim enters into the job; `now` decides which jobs are due. */
export interface Lease {
  readonly leaseToken: string;
  readonly leasedUntil: number;
  readonly now: number;
}

export const leaseFrom = (leaseToken: string, now: number): Lease => ({
  leaseToken,
  leasedUntil: now + LEASE_DURATION_MS,
  now,
});

/** The columns that a claim sets. */
export const claimValues = ({ leaseToken, leasedUntil }: Lease, countsAsAttempt = true) => ({
  lease_token: leaseToken,
  leased_until: leasedUntil,
  // A job added from now on with the same key is a separate one, since this one may not see the change behind it.
  dedupe_key: null,
  ...(countsAsAttempt && { attempts: sql<number>`attempts + 1` }),
});
