import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required } from './0001-initial/columns.ts';

/**
 * Adds the order of the entries of rooms. An entry without a position follows those with one, in the order of creation, so that
 * nodes of earlier versions append what they create.
 */
export async function addEntryPositions(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  // Keys are compared byte by byte.
  const orderKey = engine === 'postgres' ? sql`text collate "C"` : 'text';
  await create('entry_positions')
    .addColumn('entry_kind', 'text', required)
    .addColumn('entry_id', 'bigint', required)
    .addColumn('parent_id', 'bigint', (column) =>
      column.notNull().references('folders.id').onDelete('cascade'),
    )
    .addColumn('order_key', orderKey, required)
    .addPrimaryKeyConstraint('entry_positions_pk', ['entry_kind', 'entry_id'])
    .execute();
  await createIndex('entry_positions_by_parent', 'entry_positions', ['parent_id', 'order_key']);
}
