import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required, requiredReference } from '../0001-initial/columns.ts';

/** Adds watermarks for links. A node of an earlier version draws the usual watermark where one is required. */
export async function addWatermarks(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('watermarks')
    .addColumn('owner_id', 'bigint', requiredReference('users.id'))
    .addColumn('room_id', 'bigint', (column) => column.references('rooms.folder_id').onDelete('set null'))
    .addColumn('name', 'text', required)
    .addColumn('template', 'text', required)
    .addColumn('angle', 'integer', required)
    .addColumn('size', 'integer', required)
    .addColumn('density', 'integer', required)
    .addColumn('color', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .execute();
  await createIndex('watermarks_by_owner', 'watermarks', ['owner_id', 'id']);
  await createIndex('watermarks_by_room', 'watermarks', ['room_id']);
  await db.schema
    .alterTable('links')
    .addColumn('watermark_id', 'bigint', (column) => column.references('watermarks.id'))
    .execute();
  await createIndex('links_by_watermark', 'links', ['watermark_id']);
}
