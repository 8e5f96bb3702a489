import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

const DAILY = ['trash', 'invitations', 'sessions', 'failure-counts', 'blobs', 'objects'];

/** What is needed to restore, to remove for good, and to tidy up every day. */
export async function createTrashAndMaintenance(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  for (const table of ['folders', 'files']) {
    await db.schema.alterTable(table).addColumn('deleted_with', 'bigint').execute();
    await db.schema.alterTable(table).addColumn('purged_at', 'bigint').execute();
  }
  await noteEarlierDeletions(db);
  await createIndexes(db);
  await freeIndexFeed(db, engine);

  await db.schema
    .createTable('released_objects')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('released_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('housekeeping')
    .addColumn('task', 'text', (column) => column.primaryKey())
    .addColumn('last_run_at', 'bigint')
    .addColumn('removed', 'bigint', zero)
    .addColumn('held', 'bigint', zero)
    .addColumn('allowed', 'bigint', zero)
    .execute();
  for (const task of DAILY) {
    await sql`insert into housekeeping (task) values (${task})`.execute(db);
    // The one row that a daily task has for ever: due at the first start, then put off by a day after each run.
    await sql`insert into jobs (kind, payload, created_at, run_at) values (${`housekeeping.${task}`}, '{}', 0, 0)`.execute(
      db,
    );
  }
}

/** Until now a common instant said what was deleted together. */
async function noteEarlierDeletions(db: Kysely<unknown>): Promise<void> {
  await sql`
    with recursive down(id, root, deleted_at) as (
      select f.id, f.id, f.deleted_at from folders f left join folders above on above.id = f.parent_id
      where f.deleted_at is not null and (above.deleted_at is null or above.deleted_at <> f.deleted_at)
      union all
      select f.id, down.root, f.deleted_at from folders f
      join down on f.parent_id = down.id and f.deleted_at = down.deleted_at
    )
    update folders set deleted_with = (select root from down where down.id = folders.id)
    where id in (select id from down where id <> root)`.execute(db);
  await sql`
    update files set deleted_with = (
      select coalesce(f.deleted_with, f.id) from folders f
      where f.id = files.folder_id and f.deleted_at = files.deleted_at
    ) where deleted_at is not null`.execute(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [table, more] of [
    ['folders', []],
    ['files', ['size']],
  ] as const) {
    await db.schema
      .createIndex(`${table}_by_deletion`)
      .on(table)
      .columns(['deleted_with', ...more])
      .where(sql.ref('deleted_with'), 'is not', null)
      .execute();
    await db.schema
      .createIndex(`${table}_in_trash`)
      .on(table)
      .columns(['deleted_at', 'id'])
      .where(sql<boolean>`deleted_at is not null and deleted_with is null and purged_at is null`)
      .execute();
  }
  // Removing a row asks whether others name it, which without these reads the whole other table for each.
  for (const [name, table, column] of [
    ['files_by_blob', 'files', 'blob_key'],
    ['files_by_text_blob', 'files', 'text_blob_key'],
    ['invitation_folders_by_folder', 'invitation_folders', 'folder_id'],
    ['sessions_by_invitation', 'sessions', 'invitation_id'],
  ] as const) {
    await db.schema.createIndex(name).ifNotExists().on(table).column(column).execute();
  }
}

/** The feed must be able to name a file that was purged: an index that was away learns from it that the file is gone. */
async function freeIndexFeed(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  if (engine === 'postgres') {
    await db.schema.alterTable('index_feed').dropConstraint('index_feed_file_id_fkey').execute();
  } else {
    // SQLite drops no constraint; positions stay as they are, since indexes note how far they came.
    await db.schema
      .createTable('free_index_feed')
      .addColumn('position', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('file_id', 'bigint', required)
      .execute();
    await sql`insert into free_index_feed select position, file_id from index_feed`.execute(db);
    await db.schema.dropTable('index_feed').execute();
    await db.schema.alterTable('free_index_feed').renameTo('index_feed').execute();
  }
  await db.schema.createIndex('index_feed_by_file').on('index_feed').column('file_id').execute();
}
