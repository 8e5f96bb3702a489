import { type Kysely, sql } from 'kysely';

/** Nodes of the version before, which fail at it, are gone by then. */
const AFTER_ROLLING_UPGRADE_MS = 60 * 60 * 1000;

/** Repeats permanent deletions of rooms that failed because a service account, even a deleted one, referred to the room. */
export async function retryPurges(db: Kysely<unknown>): Promise<void> {
  await sql`update jobs set quarantined_at = null, lease_token = null, leased_until = null, attempts = 0, last_error = null, run_at = ${Date.now() + AFTER_ROLLING_UPGRADE_MS}
    where kind = 'folder.purged' and quarantined_at is not null`.execute(db);
}
