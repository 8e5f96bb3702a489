import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required } from './0001-initial/columns.ts';

/** Adds what owners are alerted of, in the mails about changes. Nodes of the previous version send none. */
export async function addAlerts(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  await create('alert_settings')
    .addColumn('setting_id', 'bigint', (column) =>
      column.primaryKey().references('digest_settings.id').onDelete('cascade'),
    )
    .addColumn('first_visit', 'integer', required)
    .addColumn('first_group_visit', 'integer', required)
    .addColumn('download', 'integer', required)
    .addColumn('refusal', 'integer', required)
    .addColumn('from_view_id', 'bigint', required)
    .addColumn('from_audit_position', 'bigint', required)
    .execute();
  await createIndex('file_views_by_email', 'file_views', ['viewer_email', 'id']);
}
