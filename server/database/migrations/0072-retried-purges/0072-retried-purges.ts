import { type Kysely, sql } from 'kysely';

/** Repeats permanent deletions of rooms that failed because a service account, even a deleted one, referred to the room. */
export async function retryPurges(db: Kysely<unknown>): Promise<void> {
  await sql`update jobs set quarantined_at = null, lease_token = null, leased_until = null, attempts = 0, run_at = ${Date.now()}
    where kind = 'folder.purged' and quarantined_at is not null`.execute(db);
}
