import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required, withDefault } from '../0001-initial/columns.ts';

/**
 * Adds the addresses from which administrators, staff and the readers of a room are admitted, and groups that require a second
 * factor. A node of an earlier version enforces neither.
 */
export async function addAddressRules(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('address_rules')
    .addColumn('scope', 'text', required)
    .addColumn('scope_id', 'bigint', (column) => column.references('rooms.folder_id').onDelete('cascade'))
    .addColumn('ranges', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await createIndex('address_rules_by_scope', 'address_rules', ['scope', 'scope_id']);
  await db.schema
    .alterTable('room_groups')
    .addColumn('requires_second_factor', 'integer', withDefault(0))
    .execute();
}
