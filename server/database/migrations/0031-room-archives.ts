import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required, withDefault } from './0001-initial/columns.ts';

/** Adds archives of rooms. Nodes of an earlier version create none. */
export async function addRoomArchives(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('room_archives')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('group_id', 'bigint', (column) => column.references('room_groups.id').onDelete('cascade'))
    .addColumn('format', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('steps', 'integer', withDefault(0))
    .addColumn('steps_done', 'integer', withDefault(0))
    .addColumn('error', 'text')
    .addColumn('is_storage_full', 'integer', withDefault(0))
    .addColumn('requested_by_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('documents', 'integer')
    .addColumn('left_out', 'integer')
    .addColumn('blob_key', 'text')
    .addColumn('size', 'bigint')
    .addColumn('manifest_hash', 'text')
    .addColumn('key_id', 'text')
    .addColumn('signature', 'text')
    .addColumn('verification', 'text')
    .addColumn('problem', 'text')
    .addColumn('verified_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await createIndex('room_archives_by_room', 'room_archives', ['room_id', 'id']);
  await createIndex('room_archives_by_group', 'room_archives', ['group_id']);
  await createIndex('room_archives_by_blob', 'room_archives', ['blob_key']);
  await createIndex('room_archives_by_end', 'room_archives', ['expires_at']);
}
