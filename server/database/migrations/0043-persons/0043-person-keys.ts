import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/**
 * Adds the keys with which the audit log encrypts what it says of people. Existing rows, and those of nodes of an earlier
 * version, name no key and stay readable.
 */
export async function addPersonKeys(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, create, createWithId } = createSchemaBuilder(db, engine);
  await createWithId('person_keys')
    .addColumn('subject_hash', 'text', (column) => column.unique())
    .addColumn('encrypted_key', bytes)
    .addColumn('created_at', 'bigint', required)
    .addColumn('destroyed_at', 'bigint')
    .execute();
  await create('person_names')
    .addColumn('name_hash', 'text', required)
    .addColumn('person_key_id', 'bigint', (column) => column.notNull().references('person_keys.id'))
    .addPrimaryKeyConstraint('person_names_pk', ['name_hash', 'person_key_id'])
    .execute();
  await db.schema.createIndex('person_names_by_key').on('person_names').columns(['person_key_id']).execute();
  for (const role of ['actor', 'object']) {
    const column = sql.raw(`${role}_key_id`);
    await db.schema.alterTable('audit_log').addColumn(`${role}_key_id`, 'bigint').execute();
    await sql`create index ${sql.raw(`audit_log_by_${role}_key`)} on audit_log (${column}, position)
      where ${column} is not null`.execute(db);
  }
}
