import type { Database } from '../db/open-database.ts';

export interface NewJob {
  readonly kind: string;
  readonly payload: object;
  /** Not before this instant; at once without it. */
  readonly runAt?: number;
}

/** Adds jobs; in a transaction they are committed with their cause. */
export async function enqueueJobs(db: Database, jobs: readonly NewJob[], now: number): Promise<void> {
  if (jobs.length === 0) return;
  await db
    .insertInto('jobs')
    .values(
      jobs.map((job) => ({
        kind: job.kind,
        payload: JSON.stringify(job.payload),
        created_at: now,
        run_at: job.runAt ?? now,
      })),
    )
    .execute();
}
