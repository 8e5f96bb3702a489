import type { Kysely } from 'kysely';

/**
 * Adds what an exposure check compared: the names and questions of its room, and the names and texts of documents. What nodes of an
 * earlier version check has none of these, and is not signed off.
 */
export async function addComparedContents(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exposure_checks').addColumn('settings_hash', 'text').execute();
  await db.schema.alterTable('exposure_documents').addColumn('name', 'text').execute();
  for (const table of ['exposure_documents', 'exposure_versions'])
    await db.schema.alterTable(table).addColumn('compared_text', 'text').execute();
}
