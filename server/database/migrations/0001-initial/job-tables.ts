import { sql } from 'kysely';
import { primaryKey, required, type SchemaBuilder, withDefault } from './columns.ts';

const MAINTENANCE_TASKS = [
  'trash',
  'invitations',
  'sessions',
  'attempt-counts',
  'blobs',
  'objects',
  'uploads',
];

export async function createJobTables(schema: SchemaBuilder): Promise<void> {
  await schema
    .createWithId('jobs')
    .addColumn('kind', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('run_at', 'bigint', required)
    .addColumn('attempts', 'integer', withDefault(0))
    .addColumn('lease_token', 'text')
    .addColumn('leased_until', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('quarantined_at', 'bigint')
    .addColumn('dedupe_key', 'text')
    .execute();
  await createJobIndexes(schema);
}

async function createJobIndexes({ db }: SchemaBuilder): Promise<void> {
  await db.schema
    .createIndex('jobs_by_dedupe_key')
    .unique()
    .on('jobs')
    .column('dedupe_key')
    .where(sql.ref('dedupe_key'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('jobs_by_kind')
    .on('jobs')
    .columns(['kind', 'run_at', 'id'])
    .where(sql.ref('quarantined_at'), 'is', null)
    .execute();
  // Almost always empty. Without it every claim would read all pending jobs to find one that is out of attempts.
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
}

/** Creates the daily tasks, each with the one job that runs it: due at the first start, then rescheduled after each run. */
export async function createMaintenanceTables({ db, create }: SchemaBuilder): Promise<void> {
  await create('maintenance_tasks')
    .addColumn('task', 'text', primaryKey)
    .addColumn('last_run_at', 'bigint')
    .addColumn('removed_count', 'bigint', withDefault(0))
    .addColumn('pending_count', 'bigint', withDefault(0))
    .addColumn('approved_count', 'bigint', withDefault(0))
    .execute();
  for (const task of MAINTENANCE_TASKS) {
    await sql`insert into maintenance_tasks (task) values (${task})`.execute(db);
    await sql`insert into jobs (kind, payload, created_at, run_at)
      values (${`maintenance.${task}`}, '{}', 0, 0)`.execute(db);
  }
}
