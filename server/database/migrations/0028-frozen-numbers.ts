import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required } from './0001-initial/columns.ts';

/**
 * Adds the numbers of rooms that are frozen. What a node of an earlier version adds or removes meanwhile gets its row with the
 * next change of its folder.
 */
export async function addFrozenNumbers(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId } = createSchemaBuilder(db, engine);
  await db.schema.alterTable('rooms').addColumn('frozen_at', 'bigint').execute();
  await createWithId('frozen_numbers')
    .addColumn('parent_id', 'bigint', (column) =>
      column.notNull().references('folders.id').onDelete('cascade'),
    )
    .addColumn('place', 'integer', required)
    .addColumn('entry_kind', 'text', required)
    .addColumn('entry_id', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('withdrawn_at', 'bigint')
    .addUniqueConstraint('frozen_numbers_by_place', ['parent_id', 'place'])
    .addUniqueConstraint('frozen_numbers_by_entry', ['parent_id', 'entry_kind', 'entry_id'])
    .execute();
}
