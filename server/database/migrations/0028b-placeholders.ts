import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required } from './0001-initial/columns.ts';

/**
 * Adds the placeholders of rooms, and the placeholder that an upload replaces. A node of an earlier version neither lists
 * placeholders nor counts them, and finishes such an upload as a new file.
 */
export async function addPlaceholders(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('placeholders')
    .addColumn('folder_id', 'bigint', (column) =>
      column.notNull().references('folders.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', required)
    .addColumn('responsible_name', 'text')
    .addColumn('due_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .execute();
  await createIndex('placeholders_by_folder', 'placeholders', ['folder_id']);
  await db.schema.alterTable('uploads').addColumn('placeholder_id', 'bigint').execute();
}
