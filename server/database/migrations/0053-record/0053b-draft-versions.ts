import type { Kysely } from 'kysely';
import { withDefault } from '../0001-initial/columns.ts';

/**
 * Adds versions that wait for a publication. A node of an earlier version shows their numbers to the staff, publishes the other
 * drafts without them, and finds no file for a resumable upload of one. Use them once all nodes have this version.
 */
export async function addDraftVersions(db: Kysely<unknown>): Promise<void> {
  const alter = (table: string) => db.schema.alterTable(table);
  await alter('file_versions').addColumn('is_draft', 'integer', withDefault(0)).execute();
  await alter('draft_changes').addColumn('version', 'integer').execute();
  await alter('uploads').addColumn('draft_of_file_id', 'bigint').execute();
}
