import { sql } from 'kysely';
import { type Database, isPostgres } from '#server/database/open-database.ts';
import {
  CANDIDATES_PER_KIND,
  CLAIMED_COLUMNS,
  type ClaimedJob,
  claimValues,
  isDue,
  leaseFrom,
} from './claim-queries.ts';

/** The owner that a worker served last, and those of which it runs as many jobs as it may. */
export interface OwnerTurn {
  readonly lastOwner: number;
  readonly busyOwners: readonly number[];
}

/** Selects due jobs in one of the two ranges of owners, each of which the index `jobs_by_owner` contains in order. */
function selectInRange(db: Database, { kind, now, turn }: OwnerClaim, comparison: '>' | '<=') {
  const { lastOwner, busyOwners } = turn;
  return db
    .selectFrom(
      db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', kind)
        .where((where) => isDue(where, now))
        .where('owner_id', comparison, lastOwner)
        .$if(busyOwners.length > 0, (select) => select.where('owner_id', 'not in', busyOwners))
        .orderBy('owner_id')
        .orderBy('run_at')
        .orderBy('id')
        .limit(CANDIDATES_PER_KIND)
        .as('earliest'),
    )
    .select('id');
}

interface OwnerClaim {
  readonly kind: string;
  readonly leaseToken: string;
  readonly now: number;
  readonly turn: OwnerTurn;
}

/**
 * Claims the earliest due job of the next owner that has one, so that many jobs of one owner do not delay those of another.
 * Jobs that other workers claim at this moment are passed over.
 */
export function claimJobByOwner(db: Database, claim: OwnerClaim): Promise<ClaimedJob | undefined> {
  const { leaseToken, now, turn } = claim;
  const candidates = selectInRange(db, claim, '>').unionAll(selectInRange(db, claim, '<='));
  return db
    .updateTable('jobs')
    .set(claimValues(leaseFrom(leaseToken, now)))
    .where('id', '=', (select) =>
      select
        .selectFrom('jobs')
        .select('id')
        .where('id', 'in', candidates)
        .where((where) => isDue(where, now))
        .orderBy(sql`case when owner_id > ${turn.lastOwner} then 0 else 1 end`)
        .orderBy('owner_id')
        .orderBy('run_at')
        .orderBy('id')
        .limit(1)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returning(CLAIMED_COLUMNS)
    .executeTakeFirst();
}
