import { type Kysely, sql } from 'kysely';

/** One pending job per key, indexes for claiming a job by its kind, and how far a folder's digest has come. */
export async function createJobQueueIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('dedupe_key', 'text').execute();
  await db.schema
    .createIndex('jobs_by_dedupe_key')
    .unique()
    .on('jobs')
    .column('dedupe_key')
    .where(sql.ref('dedupe_key'), 'is not', null)
    .execute();
  await db.schema.dropIndex('jobs_by_due').execute();
  await db.schema
    .createIndex('jobs_by_kind')
    .on('jobs')
    .columns(['kind', 'run_at', 'id'])
    .where(sql.ref('quarantined_at'), 'is', null)
    .execute();
  // Almost always empty: without it every claim would read all pending jobs to find one that is out of attempts.
  await db.schema
    .createIndex('jobs_out_of_attempts')
    .on('jobs')
    .columns(['kind', 'run_at', 'id'])
    .where(sql<boolean>`quarantined_at is null and attempts >= 3`)
    .execute();
  await db.schema
    .createIndex('jobs_quarantined')
    .on('jobs')
    .column('id')
    .where(sql.ref('quarantined_at'), 'is not', null)
    .execute();

  await db.schema.alterTable('folder_digests').addColumn('until_file_id', 'bigint').execute();
  await db.schema
    .alterTable('folder_digests')
    .addColumn('last_user_id', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
