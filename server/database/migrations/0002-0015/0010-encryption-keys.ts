import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/** Adds the root keys. An installation that never rotates its keys has none, and an older node ignores the table. */
export async function addEncryptionKeys(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, create } = createSchemaBuilder(db, engine);
  await create('encryption_keys')
    .addColumn('version', 'bigint', (column) => column.primaryKey())
    .addColumn('encrypted_key', bytes, required)
    .addColumn('active_from', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('completed_at', 'bigint')
    .execute();
}
