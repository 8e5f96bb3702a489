import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder } from '../0001-initial/columns.ts';

/**
 * Adds the token that a session had before it was renewed. An older node accepts the new token alone, so a request that was on
 * its way with the old one is refused there.
 */
export async function addRenewedSessions(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, createIndex } = createSchemaBuilder(db, engine);
  await db.schema.alterTable('sessions').addColumn('previous_token_hash', bytes).execute();
  await db.schema.alterTable('sessions').addColumn('renewed_at', 'bigint').execute();
  await createIndex('sessions_by_previous_token', 'sessions', ['previous_token_hash']);
}
