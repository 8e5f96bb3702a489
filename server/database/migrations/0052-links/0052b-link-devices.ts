import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/** Adds the browsers that links remember. A node of an earlier version asks them for every step. */
export async function addLinkDevices(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, create, createIndex } = createSchemaBuilder(db, engine);
  await create('link_devices')
    .addColumn('token_hash', bytes, (column) => column.primaryKey())
    .addColumn('link_id', 'bigint', (column) => column.notNull().references('links.id').onDelete('cascade'))
    .addColumn('visitor_id', 'bigint', (column) =>
      column.notNull().references('link_visitors.id').onDelete('cascade'),
    )
    .addColumn('requirements_version', 'integer', required)
    .addColumn('terms_version_id', 'bigint')
    .addColumn('proved_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await createIndex('link_devices_by_link', 'link_devices', ['link_id']);
  await createIndex('link_devices_by_visitor', 'link_devices', ['visitor_id']);
  await createIndex('link_devices_by_expiry', 'link_devices', ['expires_at']);
}
