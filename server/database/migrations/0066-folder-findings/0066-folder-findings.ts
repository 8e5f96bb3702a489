import { type Kysely, sql } from 'kysely';

/**
 * Adds the folder whose name, or whose placeholder's name, a finding of an exposure check is in, with the name as it was; such a
 * finding has the file 0. A node of an earlier version does not look at these names, shows the findings as those of a file that
 * is gone, and signs off without them.
 */
export async function addFolderFindings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exposure_findings').addColumn('folder_id', 'bigint').execute();
  await db.schema.alterTable('exposure_findings').addColumn('folder_name', 'text').execute();
  await sql`create index exposure_findings_by_folder on exposure_findings (check_id, folder_id) where folder_id is not null`.execute(
    db,
  );
}
