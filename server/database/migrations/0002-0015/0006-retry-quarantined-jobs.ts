import { type Kysely, sql } from 'kysely';

/**
 * Gives every quarantined job three more attempts, once: earlier versions counted outages of services as failures of the
 * documents, which stayed without text. A document that is really unreadable fails again.
 */
export async function retryQuarantinedJobs(db: Kysely<unknown>): Promise<void> {
  await sql`update jobs set quarantined_at = null, lease_token = null, leased_until = null, attempts = 0, run_at = ${Date.now()}
    where quarantined_at is not null`.execute(db);
}
