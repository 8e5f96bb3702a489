import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required, requiredReference, withDefault } from '../0001-initial/columns.ts';

/**
 * Adds second factors. Nodes of the previous version ignore them: until the last one has stopped, a password alone signs in
 * there.
 */
export async function addSecondFactors(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, create, createWithId, createIndex } = createSchemaBuilder(db, engine);
  const user = requiredReference('users.id');
  await createWithId('factors')
    .addColumn('user_id', 'bigint', user)
    .addColumn('kind', 'text', required)
    .addColumn('encrypted_secret', bytes, required)
    .addColumn('last_step', 'bigint', withDefault(0))
    .addColumn('confirmed_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .execute();
  await createIndex('factors_by_user', 'factors', ['user_id']);
  await create('recovery_codes')
    .addColumn('user_id', 'bigint', user)
    .addColumn('code_hash', 'text', required)
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'] as never)
    .execute();
  await create('login_challenges')
    .addColumn('token_hash', bytes, (column) => column.primaryKey())
    .addColumn('user_id', 'bigint', (column) => column.references('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await createIndex('login_challenges_by_expiry', 'login_challenges', ['expires_at']);
  await db.schema.alterTable('sessions').addColumn('must_set_up_factor', 'integer', withDefault(0)).execute();
}
