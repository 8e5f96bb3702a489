import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required } from './0001-initial/columns.ts';

/** Adds what changed in folders, and the visits of readers. Nodes of the previous version record no changes. */
export async function addChanges(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('changes', 'position')
    .addColumn('root_folder_id', 'bigint', (column) =>
      column.notNull().references('folders.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', required)
    .addColumn('entry_kind', 'text', required)
    .addColumn('entry_id', 'bigint', required)
    .addColumn('from_value', 'text')
    .addColumn('to_value', 'text')
    .addColumn('changed_at', 'bigint', required)
    .addColumn('author_id', 'bigint')
    .addColumn('reader_user_id', 'bigint')
    .addColumn('reader_group_id', 'bigint')
    .execute();
  await createIndex('changes_by_root', 'changes', ['root_folder_id', 'position']);
  await createIndex('changes_by_entry', 'changes', ['entry_kind', 'entry_id', 'position']);
  await createIndex('changes_by_instant', 'changes', ['changed_at']);
  await create('room_visits')
    .addColumn('reader_kind', 'text', required)
    .addColumn('reader_id', 'bigint', required)
    .addColumn('root_folder_id', 'bigint', required)
    .addColumn('last_visit_at', 'bigint', required)
    .addColumn('seen_position', 'bigint', required)
    .addColumn('this_visit_at', 'bigint', required)
    .addColumn('this_position', 'bigint', required)
    .addPrimaryKeyConstraint('room_visits_pk', ['reader_kind', 'reader_id', 'root_folder_id'])
    .execute();
  await sql`insert into locks (name, acquired_at) values ('changes', 0)`.execute(db);
}
