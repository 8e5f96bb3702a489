import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required, withDefault } from './0001-initial/columns.ts';

/**
 * Adds the Merkle tree of the audit log. The server fills it in short transactions when it starts and catches up with the rows
 * of nodes of an older version, which ignore it.
 */
export async function addEvidence(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, create } = createSchemaBuilder(db, engine);
  await create('audit_tree_nodes')
    .addColumn('level', 'integer', required)
    .addColumn('node_index', 'bigint', required)
    .addColumn('hash', bytes, required)
    .addPrimaryKeyConstraint('audit_tree_nodes_key', ['level', 'node_index'])
    .execute();
  await db.schema.alterTable('audit_head').addColumn('tree_size', 'bigint', withDefault(0)).execute();
  await db.schema.alterTable('audit_head').addColumn('tree_nodes', 'text', withDefault('')).execute();
}
