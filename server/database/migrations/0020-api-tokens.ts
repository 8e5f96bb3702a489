import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required, requiredReference } from './0001-initial/columns.ts';

/** Adds API tokens. Nodes of the previous version refuse requests with one as they refuse those without a session. */
export async function addApiTokens(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('api_tokens')
    .addColumn('token_hash', bytes, (column) => column.notNull().unique())
    .addColumn('user_id', 'bigint', requiredReference('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('scope', 'text', required)
    .addColumn('folder_ids', 'text')
    .addColumn('address_ranges', 'text')
    .addColumn('agent_name', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await createIndex('api_tokens_by_user', 'api_tokens', ['user_id']);
}
