import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/** Adds erasures of people and exports of what is stored about them. Nodes of an earlier version have none. */
export async function addErasures(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('erasures')
    .addColumn('subject_hash', 'text', required)
    .addColumn('encrypted_address', bytes)
    .addColumn('scope', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('requester_id', 'bigint', (column) => column.references('users.id'))
    .addColumn('requested_at', 'bigint', required)
    .addColumn('erased_at', 'bigint')
    .execute();
  await createIndex('erasures_by_state', 'erasures', ['state']);
  await createWithId('subject_exports')
    .addColumn('subject_hash', 'text', required)
    .addColumn('encrypted_address', bytes, required)
    .addColumn('format', 'text', required)
    .addColumn('requester_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', required)
    .execute();
}
