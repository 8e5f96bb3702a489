import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required, requiredReference } from './0001-initial/columns.ts';

/**
 * Adds passkeys. Nodes of the previous version ignore them: until the last one has stopped, an account whose only factor is a
 * passkey signs in there with its password alone.
 */
export async function addPasskeys(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('passkeys')
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'bigint', requiredReference('users.id'))
    .addColumn('public_key', bytes, required)
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint')
    .addColumn('disabled_at', 'bigint')
    .execute();
  await createIndex('passkeys_by_user', 'passkeys', ['user_id']);
}
