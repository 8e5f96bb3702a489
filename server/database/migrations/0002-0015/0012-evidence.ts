import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import {
  createSchemaBuilder,
  primaryKey,
  references,
  required,
  type SchemaBuilder,
  withDefault,
} from '../0001-initial/columns.ts';

/**
 * Adds the Merkle tree of the audit log, its signed heads, the keys that sign them, and receipts. The server fills the tree in
 * short transactions when it starts and catches up with the rows of nodes of an older version, which ignore it.
 */
export async function addEvidence(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const schema = createSchemaBuilder(db, engine);
  await createAuditTree(schema);
  await createEvidenceTables(schema);
}

async function createAuditTree({ db, bytes, create }: SchemaBuilder): Promise<void> {
  await create('audit_tree_nodes')
    .addColumn('level', 'integer', required)
    .addColumn('node_index', 'bigint', required)
    .addColumn('hash', bytes, required)
    .addPrimaryKeyConstraint('audit_tree_nodes_key', ['level', 'node_index'])
    .execute();
  await db.schema.alterTable('audit_head').addColumn('tree_size', 'bigint', withDefault(0)).execute();
  await db.schema.alterTable('audit_head').addColumn('tree_nodes', 'text', withDefault('')).execute();
}

async function createEvidenceTables({
  db,
  bytes,
  create,
  createWithId,
  createIndex,
}: SchemaBuilder): Promise<void> {
  await create('signing_keys')
    .addColumn('id', 'text', primaryKey)
    .addColumn('public_key', bytes, required)
    .addColumn('encrypted_private_key', bytes, required)
    .addColumn('previous_signature', 'text')
    .addColumn('valid_from_at', 'bigint', required)
    .addColumn('valid_until_at', 'bigint')
    .execute();
  await create('signed_tree_heads')
    .addColumn('tree_size', 'bigint', primaryKey)
    .addColumn('root_hash', 'text', required)
    .addColumn('signed_at', 'bigint', required)
    .addColumn('key_id', 'text', required)
    .addColumn('signature', 'text', required)
    .execute();
  await createWithId('receipts')
    .addColumn('user_id', 'bigint', references('users.id'))
    // Without a foreign key: nodes of an older version remove invitations and know nothing of receipts.
    .addColumn('invitation_id', 'bigint')
    .addColumn('kind', 'text', required)
    .addColumn('tree_size', 'bigint', required)
    .addColumn('statement', 'text', required)
    .addColumn('key_id', 'text', required)
    .addColumn('signature', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await createIndex('receipts_by_user', 'receipts', ['user_id', 'id']);
  await createIndex('receipts_by_invitation', 'receipts', ['invitation_id', 'id']);
  await sql`insert into jobs (kind, payload, created_at, run_at)
    values ('evidence.sign-tree-head', '{}', 0, 0)`.execute(db);
}
