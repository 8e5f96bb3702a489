import type { Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { JobsTable } from '#server/database/tables/system.ts';

export type JobRow = Selectable<JobsTable>;

/** Lists the queue oldest first; returns one row more than `limit`. */
export function listJobs(db: Database, limit: number, cursor = 0): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '>', cursor)
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

/** Locks a quarantined job until the end of the transaction; `undefined` for any other. */
export const lockQuarantinedJob = (
  db: Database,
  id: number,
): Promise<Pick<JobRow, 'kind' | 'payload'> | undefined> =>
  // Changes nothing: on both engines it waits for another administrator.
  db
    .updateTable('jobs')
    .set((row) => ({ quarantined_at: row.ref('quarantined_at') }))
    .where('id', '=', id)
    .where('quarantined_at', 'is not', null)
    .returning(['kind', 'payload'])
    .executeTakeFirst();

export const findJob = (db: Database, id: number): Promise<{ id: number } | undefined> =>
  db.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst();

/** Makes a job due as if it had never run; its last error stays until it is done. */
export async function setRetried(db: Database, id: number, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ quarantined_at: null, lease_token: null, leased_until: null, attempts: 0, run_at: now })
    .where('id', '=', id)
    .execute();
}

export async function removeJob(db: Database, id: number): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute();
}
