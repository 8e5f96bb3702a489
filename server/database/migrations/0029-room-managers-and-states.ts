import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required, withDefault } from './0001-initial/columns.ts';

/**
 * Adds managers of rooms beside the owner of the root folder, and the states of rooms; existing rooms are open. A node of an
 * earlier version gives managers nothing and shows a room in every state, so a room should be closed or prepared only once all
 * nodes have this version.
 */
export async function addRoomManagersAndStates(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  await create('room_managers')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('appointed_by_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('room_managers_pk', ['room_id', 'user_id'])
    .execute();
  await createIndex('room_managers_by_user', 'room_managers', ['user_id']);
  const alter = () => db.schema.alterTable('rooms');
  await alter().addColumn('state', 'text', withDefault('open')).execute();
  await alter().addColumn('version', 'integer', withDefault(1)).execute();
  await alter().addColumn('code_name', 'text').execute();
  await alter().addColumn('opened_at', 'bigint').execute();
  await alter().addColumn('closed_at', 'bigint').execute();
  // Read by every list; few rooms are in it.
  await sql`create index rooms_not_open on rooms (folder_id) where state <> 'open'`.execute(db);
}
