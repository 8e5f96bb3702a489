import { type ExpressionBuilder, sql } from 'kysely';
import { type Database, isPostgres } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';

export interface ClaimedJob {
  id: number;
  kind: string;
  payload: string;
  attempts: number;
  created_at: number;
  owner_id: number;
}

/** Time after which a claimed job can be claimed again, unless its worker renews the lease. */
export const LEASE_DURATION_MS = 9_000;
/** The partial index `jobs_out_of_attempts` contains the same number. */
export const MAX_ATTEMPTS = 3;

type JobExpression = ExpressionBuilder<Schema, 'jobs'>;
type Condition = ReturnType<typeof isUnleased>;

const isUnleased = (where: JobExpression, now: number) =>
  where.and([
    where('quarantined_at', 'is', null),
    where.or([where('leased_until', 'is', null), where('leased_until', '<', now)]),
  ]);

/** Matches jobs that may run now. */
export const isDue = (where: JobExpression, now: number) =>
  where.and([isUnleased(where, now), where('run_at', '<=', now), where('attempts', '<', MAX_ATTEMPTS)]);

/** Matches jobs whose last attempt failed, or whose worker died during it. */
const isExhausted = (where: JobExpression, now: number) =>
  // A literal, as in the partial index `jobs_out_of_attempts`, which a parameter would not match.
  where.and([isUnleased(where, now), where('attempts', '>=', sql.lit(MAX_ATTEMPTS))]);

/**
 * Selects the earliest jobs of each of the given kinds. Each kind is looked up separately: the index begins with the kind,
 * so it yields the earliest job of one kind directly, but those of several kinds only after sorting all of them.
 */
function selectFirstJobsByKind(
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

interface ClaimOptions {
  leaseToken: string;
  now: number;
  select: typeof selectFirstDueJob | typeof selectExhaustedJob;
  matches: typeof isDue;
  countsAsAttempt: boolean;
}

/** Workers that may claim jobs of one kind at the same moment without waiting for each other. */
export const CANDIDATES_PER_KIND = 8;
export const CLAIMED_COLUMNS = ['id', 'kind', 'payload', 'attempts', 'created_at', 'owner_id'] as const;

/** The columns that a claim sets. */
export const claimValues = ({
  leaseToken,
  now,
  countsAsAttempt,
}: Pick<ClaimOptions, 'leaseToken' | 'now' | 'countsAsAttempt'>) => ({
  lease_token: leaseToken,
  leased_until: now + LEASE_DURATION_MS,
  // A job added from now on with the same key is a separate one, since this one may not see the change behind it.
  dedupe_key: null,
  ...(countsAsAttempt && { attempts: sql<number>`attempts + 1` }),
});

/** Leases the earliest due job in one statement. For SQLite, where nobody else claims meanwhile. */
function claimFirst(
  db: Database,
  kinds: readonly string[],
  options: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  const first = selectFirstDueJob(db, kinds, options.now);
  return db
    .updateTable('jobs')
    .set(claimValues(options))
    .where('id', '=', db.selectFrom(first.as('first')).select('id'))
    .returning(CLAIMED_COLUMNS)
    .executeTakeFirst();
}

/** Leases the earliest matching job that no other transaction has locked, in one statement. For PostgreSQL. */
function claimFirstUnlocked(
  db: Database,
  kinds: readonly string[],
  options: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  const matches = (where: JobExpression) => options.matches(where, options.now);
  const candidates = selectFirstJobsByKind(db, kinds, matches, CANDIDATES_PER_KIND);
  return db
    .updateTable('jobs')
    .set(claimValues(options))
    .where('id', '=', (select) =>
      select
        .selectFrom('jobs')
        .select('id')
        .where('id', 'in', db.selectFrom(candidates.as('candidates')).select('id'))
        .where(matches)
        .orderBy('run_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(CLAIMED_COLUMNS)
    .executeTakeFirst();
}

/** Leases the selected job of the given kinds, safe against other workers that do the same. */
async function claimSelected(
  db: Database,
  kinds: readonly string[],
  options: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  const { now, select, matches } = options;
  for (;;) {
    const first = await select(db, kinds, now).executeTakeFirst();
    if (!first) return undefined;
    // The update repeats the condition: of two workers that found the same job one gets it, the other searches again.
    const claimed = await db
      .updateTable('jobs')
      .set(claimValues(options))
      .where('id', '=', first.id)
      .where((where) => matches(where, now))
      .returning(CLAIMED_COLUMNS)
      .executeTakeFirst();
    if (claimed) return claimed;
  }
}

/**
 * Claims the earliest due job of the given kinds. A job whose lease expired is due again. On PostgreSQL jobs that other
 * workers claim at this moment are passed over; only when all due jobs are locked the claim waits for the earliest.
 */
export async function claimJob(
  db: Database,
  kinds: readonly string[],
  leaseToken: string,
  now: number,
): Promise<ClaimedJob | undefined> {
  const options = { leaseToken, now, select: selectFirstDueJob, matches: isDue, countsAsAttempt: true };
  if (!isPostgres(db)) return claimFirst(db, kinds, options);
  // Reading is cheaper than an update that finds nothing.
  if (!(await selectFirstDueJob(db, kinds, now).executeTakeFirst())) return undefined;
  return (await claimFirstUnlocked(db, kinds, options)) ?? claimSelected(db, kinds, options);
}

/** Claims a job without attempts left, so that it is abandoned instead of running again. */
export const claimExhaustedJob = (
  db: Database,
  kinds: readonly string[],
  leaseToken: string,
  now: number,
): Promise<ClaimedJob | undefined> =>
  claimSelected(db, kinds, {
    leaseToken,
    now,
    select: selectExhaustedJob,
    matches: isExhausted,
    countsAsAttempt: false,
  });
