import type { Database } from '#server/database/open-database.ts';
import { type ClaimedJob, storableError } from './queries.ts';

const MIN_DEFERRAL_MS = 2_000;
const MAX_DEFERRAL_MS = 60_000;

/** Gives a job back for later without counting the attempt. */
export async function deferJob(
  db: Database,
  job: ClaimedJob,
  leaseToken: string,
  reason: string,
  now: number,
): Promise<void> {
  const uncounted = db
    .updateTable('jobs')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where('id', '=', job.id);
  const { numUpdatedRows } = await uncounted
    .set({
      lease_token: null,
      leased_until: null,
      last_error: storableError(reason),
      run_at: now + deferralOf(job, now),
    })
    .where('lease_token', '=', leaseToken)
    .executeTakeFirst();
  // In a long outage the lease ran out and another worker took the job over: this attempt still does not count.
  if (numUpdatedRows === 0n) await uncounted.where('attempts', '>', 0).execute();
}

/** Half the age of the job, which grows with every retry and needs no counter; jitter spreads the jobs of an outage. */
function deferralOf({ created_at: createdAt }: ClaimedJob, now: number): number {
  const deferral = Math.min(MAX_DEFERRAL_MS, Math.max(MIN_DEFERRAL_MS, (now - createdAt) / 2));
  return Math.round(deferral * (0.5 + Math.random() / 2));
}
