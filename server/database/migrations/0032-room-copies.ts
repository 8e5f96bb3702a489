import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required } from './0001-initial/columns.ts';

/** Adds copies between rooms. Nodes of an earlier version create none; what they remove takes its copies with it. */
export async function addRoomCopies(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('room_copies')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('folder_id', 'bigint', (column) =>
      column.notNull().references('folders.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', required)
    .addColumn('error', 'text')
    .addColumn('requested_by_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('folders', 'integer')
    .addColumn('files', 'integer')
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .execute();
  await createIndex('room_copies_by_room', 'room_copies', ['room_id']);
  await createIndex('room_copies_by_folder', 'room_copies', ['folder_id']);
  await createIndex('room_copies_by_user', 'room_copies', ['requested_by_id', 'state']);
}
