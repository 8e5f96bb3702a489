import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/**
 * Adds copies of tree heads outside the installation, and when receipts were mailed. A node of an earlier version does neither.
 */
export async function addAnchors(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, createWithId } = createSchemaBuilder(db, engine);
  await createWithId('tree_head_anchors')
    .addColumn('tree_size', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('token', bytes)
    .addColumn('anchored_at', 'bigint')
    .addColumn('checked_at', 'bigint', required)
    .addColumn('last_error', 'text')
    .addUniqueConstraint('tree_head_anchors_key', ['kind', 'tree_size'])
    .execute();
  await db.schema.alterTable('receipts').addColumn('sent_at', 'bigint').execute();
}
