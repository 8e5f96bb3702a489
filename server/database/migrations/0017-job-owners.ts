import { type Kysely, sql } from 'kysely';
import { withDefault } from './0001-initial/columns.ts';

/** Adds the user for whom a job is done; 0 for jobs of nobody, and for those that nodes of an older version add. */
export async function addJobOwners(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('owner_id', 'bigint', withDefault(0)).execute();
  await db.schema
    .createIndex('jobs_by_owner')
    .on('jobs')
    .columns(['kind', 'owner_id', 'run_at', 'id'])
    .where(sql.ref('quarantined_at'), 'is', null)
    .execute();
}
