import { type Database, isPostgres } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import {
  CANDIDATES_PER_KIND,
  CLAIMED_COLUMNS,
  type ClaimedJob,
  type Conditions,
  claimValues,
  isDue,
  isExhausted,
  type Lease,
  leaseFrom,
  selectExhaustedJob,
  selectFirstDueJob,
  selectFirstJobsByKind,
} from './claim-queries.ts';

type Kinds = readonly string[];

/** Leases the earliest due job in one statement. For SQLite, where nobody else claims meanwhile. */
const claimFirst = (db: Database, kinds: Kinds, lease: Lease) =>
  db
    .updateTable('jobs')
    .set(claimValues(lease))
    .where('id', '=', db.selectFrom(selectFirstDueJob(db, kinds, lease.now).as('first')).select('id'))
    .returning(CLAIMED_COLUMNS);

/** Leases the earliest due job that no other transaction has locked, in one statement. For PostgreSQL. */
function claimFirstUnlocked(db: Database, kinds: Kinds, lease: Lease) {
  const candidates = selectFirstJobsByKind(
    db,
    kinds,
    (where) => isDue(where, lease.now),
    CANDIDATES_PER_KIND,
  );
  return db
    .updateTable('jobs')
    .set(claimValues(lease))
    .where('id', '=', (select) =>
      select
        .selectFrom('jobs')
        .select('id')
        .where('id', 'in', db.selectFrom(candidates.as('candidates')).select('id'))
        .where((where) => isDue(where, lease.now))
        .orderBy('run_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(CLAIMED_COLUMNS);
}

/**
 * Workers ask for jobs all the time, mostly in vain, and each kind makes the queries longer. A claim may be lost in a power cut,
 * which ends all leases anyway; what the job then did is lost before it.
 */
const prepareFor = (kinds: Kinds) => ({
  selectDue: prepareQuery((db, { now }: { now: number }) => selectFirstDueJob(db, kinds, now)),
  selectExhausted: prepareQuery((db, { now }: { now: number }) => selectExhaustedJob(db, kinds, now)),
  claimFirst: prepareQuery((db, lease: Lease) => claimFirst(db, kinds, lease), { mayBeLost: true }),
  claimFirstUnlocked: prepareQuery((db, lease: Lease) => claimFirstUnlocked(db, kinds, lease)),
});

const prepared = new WeakMap<Kinds, ReturnType<typeof prepareFor>>();

function preparedFor(kinds: Kinds): ReturnType<typeof prepareFor> {
  const queries = prepared.get(kinds) ?? prepareFor(kinds);
  prepared.set(kinds, queries);
  return queries;
}

interface Selection {
  select(): Promise<readonly { id: number }[]>;
  matches: Conditions;
  countsAsAttempt: boolean;
}

/** Leases the selected job, safe against other workers that do the same. */
async function claimSelected(
  db: Database,
  lease: Lease,
  { select, matches, countsAsAttempt }: Selection,
): Promise<ClaimedJob | undefined> {
  for (;;) {
    const [first] = await select();
    if (!first) return undefined;
    // The update repeats the condition: of two workers that found the same job one gets it, the other searches again.
    const claimed = await db
      .updateTable('jobs')
      .set(claimValues(lease, countsAsAttempt))
      .where('id', '=', first.id)
      .where((where) => matches(where, lease.now))
      .returning(CLAIMED_COLUMNS)
      .executeTakeFirst();
    if (claimed) return claimed;
  }
}

/**
 * Claims the earliest due job of the given kinds, whose queries are kept as long as this list. A job whose lease expired is due
 * again. On PostgreSQL jobs that other workers claim at this moment are passed over; only when all due jobs are locked the claim
 * waits for the earliest.
 */
export async function claimJob(
  db: Database,
  kinds: Kinds,
  leaseToken: string,
  now: number,
): Promise<ClaimedJob | undefined> {
  const queries = preparedFor(kinds);
  const lease = leaseFrom(leaseToken, now);
  if (!isPostgres(db)) return (await queries.claimFirst(db, lease))[0];
  const select = () => queries.selectDue(db, { now });
  // Reading is cheaper than an update that finds nothing.
  if ((await select()).length === 0) return undefined;
  const [claimed] = await queries.claimFirstUnlocked(db, lease);
  return claimed ?? claimSelected(db, lease, { select, matches: isDue, countsAsAttempt: true });
}

/** Claims a job without attempts left, so that it is abandoned instead of running again. */
export const claimExhaustedJob = (
  db: Database,
  kinds: Kinds,
  leaseToken: string,
  now: number,
): Promise<ClaimedJob | undefined> =>
  claimSelected(db, leaseFrom(leaseToken, now), {
    select: () => preparedFor(kinds).selectExhausted(db, { now }),
    matches: isExhausted,
    countsAsAttempt: false,
  });
