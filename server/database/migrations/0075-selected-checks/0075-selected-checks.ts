import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/**
 * Adds the drafts that an exposure check is limited to, and which of them shows a document or a name. A node of an earlier
 * version carries such a check out as one of all drafts.
 */
export async function addSelectedChecks(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  await createSchemaBuilder(db, engine)
    .create('exposure_drafts')
    .addColumn('check_id', 'bigint', (column) =>
      column.notNull().references('exposure_checks.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', required)
    .addColumn('draft_id', 'bigint', required)
    .addColumn('entry_kind', 'text', required)
    .addColumn('entry_id', 'bigint', required)
    .addColumn('group_id', 'bigint')
    .addPrimaryKeyConstraint('exposure_drafts_pk', ['check_id', 'kind', 'draft_id'])
    .execute();
  await db.schema.alterTable('exposure_checks').addColumn('selection_hash', 'text').execute();
  for (const table of ['exposure_documents', 'exposure_findings']) {
    await db.schema.alterTable(table).addColumn('draft_kind', 'text').execute();
    await db.schema.alterTable(table).addColumn('draft_id', 'bigint').execute();
  }
}
