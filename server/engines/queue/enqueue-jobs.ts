import type { Database } from '#server/database/open-database.ts';

export interface NewJob {
  readonly kind: string;
  readonly payload: object;
  /** Not before this instant; at once without it. */
  readonly runAt?: number;
  /** Adds nothing while a job with this key is pending. A job that was claimed is not pending any more. */
  readonly dedupeKey?: string;
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
        dedupe_key: job.dedupeKey ?? null,
      })),
    )
    // An update rather than nothing: it locks the pending job until this transaction commits, so that no worker claims
    // it before the change that it stands for is visible.
    .onConflict((conflict) =>
      conflict
        .column('dedupe_key')
        .where('dedupe_key', 'is not', null)
        .doUpdateSet((row) => ({ dedupe_key: row.ref('excluded.dedupe_key') })),
    )
    .execute();
}
