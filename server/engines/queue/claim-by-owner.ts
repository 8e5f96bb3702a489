import { sql } from 'kysely';
import { type Database, isPostgres } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import {
  CANDIDATES_PER_KIND,
  CLAIMED_COLUMNS,
  type ClaimedJob,
  claimValues,
  isDue,
  type Lease,
  leaseFrom,
} from './claim-queries.ts';

/** The owner that a worker served last, and those of which it runs as many jobs as it may. */
export interface OwnerTurn {
  readonly lastOwner: number;
  readonly busyOwners: readonly number[];
}

interface OwnerClaim extends Lease {
  readonly kind: string;
  readonly lastOwner: number;
}

/** Selects due jobs in one of the two ranges of owners, each of which the index `jobs_by_owner` contains in order. */
function selectInRange(
  db: Database,
  claim: OwnerClaim,
  busyOwners: readonly number[],
  comparison: '>' | '<=',
) {
  const { kind, now, lastOwner } = claim;
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

function claimNext(db: Database, claim: OwnerClaim, busyOwners: readonly number[]) {
  const later = selectInRange(db, claim, busyOwners, '>');
  const candidates = later.unionAll(selectInRange(db, claim, busyOwners, '<='));
  return db
    .updateTable('jobs')
    .set(claimValues(claim))
    .where('id', '=', (select) =>
      select
        .selectFrom('jobs')
        .select('id')
        .where('id', 'in', candidates)
        .where((where) => isDue(where, claim.now))
        .orderBy(sql`case when owner_id > ${claim.lastOwner} then 0 else 1 end`)
        .orderBy('owner_id')
        .orderBy('run_at')
        .orderBy('id')
        .limit(1)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returning(CLAIMED_COLUMNS);
}

/** Most claims: workers without a job ask all the time, and beside the jobs of the only owner who has some. */
const claimWhileIdle = prepareQuery((db, claim: OwnerClaim) => claimNext(db, claim, []), { mayBeLost: true });
const claimBesideOne = prepareQuery(
  (db, claim: OwnerClaim & { readonly busyOwner: number }) => claimNext(db, claim, [claim.busyOwner]),
  { mayBeLost: true },
);

/**
 * Claims the earliest due job of the next owner that has one, so that many jobs of one owner do not delay those of another.
 * Jobs that other workers claim at this moment are passed over.
 */
export async function claimJobByOwner(
  db: Database,
  { kind, leaseToken, now, turn }: { kind: string; leaseToken: string; now: number; turn: OwnerTurn },
): Promise<ClaimedJob | undefined> {
  const { lastOwner, busyOwners } = turn;
  const claim = { ...leaseFrom(leaseToken, now), kind, lastOwner };
  const [busyOwner, ...others] = busyOwners;
  if (busyOwner === undefined) return (await claimWhileIdle(db, claim))[0];
  if (others.length > 0) return claimNext(db, claim, busyOwners).executeTakeFirst();
  return (await claimBesideOne(db, { ...claim, busyOwner }))[0];
}
