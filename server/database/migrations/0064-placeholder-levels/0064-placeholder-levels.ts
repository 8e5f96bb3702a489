import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required, requiredReference } from '../0001-initial/columns.ts';

/**
 * Adds the levels of groups on placeholders, which the file takes over. A node of an earlier version shows a hidden placeholder
 * with its folder, and its uploads have the level of the folder: set levels once all nodes have this version.
 */
export async function addPlaceholderLevels(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  await create('placeholder_levels')
    .addColumn('placeholder_id', 'bigint', (column) =>
      column.notNull().references('placeholders.id').onDelete('cascade'),
    )
    .addColumn('group_id', 'bigint', (column) =>
      column.notNull().references('room_groups.id').onDelete('cascade'),
    )
    .addColumn('level', 'text', required)
    .addColumn('granted_by_id', 'bigint', requiredReference('users.id'))
    .addColumn('granted_at', 'bigint', required)
    .addPrimaryKeyConstraint('placeholder_levels_key', ['placeholder_id', 'group_id'])
    .execute();
  await createIndex('placeholder_levels_by_group', 'placeholder_levels', ['group_id']);
}
