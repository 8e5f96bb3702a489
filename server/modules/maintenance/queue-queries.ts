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
