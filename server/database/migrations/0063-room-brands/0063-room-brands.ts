import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder } from '../0001-initial/columns.ts';

/**
 * Lets rooms have a brand beside that of the organization, and adds what both can have. Nodes of an earlier version read the row
 * of the organization alone, by its id.
 */
export async function addRoomBrands(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes } = createSchemaBuilder(db, engine);
  const add = (name: string, type: 'text' | typeof bytes) =>
    db.schema
      .alterTable('brand')
      .addColumn(name, type as 'text')
      .execute();
  await db.schema
    .alterTable('brand')
    .addColumn('room_id', 'bigint', (column) => column.references('rooms.folder_id').onDelete('cascade'))
    .execute();
  for (const image of ['logo_dark', 'icon']) {
    await add(image, bytes);
    await add(`${image}_token`, 'text');
  }
  for (const text of ['accent_color', 'footer', 'welcome_text']) await add(text, 'text');
  await db.schema.createIndex('brand_by_room').on('brand').column('room_id').unique().execute();
}
