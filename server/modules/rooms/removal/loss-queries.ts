import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { hasContent } from './removal-queries.ts';

/** Content of a room that is in no archive. */
export interface Lost {
  /** Earlier versions and drafts of versions of the documents. */
  readonly versions: number;
  /** Files in the trash. */
  readonly trash: number;
}

/** Counts what a removal takes of a room and no archive has: content other than that of the documents as they are now. */
export async function countLost(db: Database, roomId: number): Promise<Lost> {
  const { rows } = await sql<Lost>`with recursive whole(id) as (
      select folders.id from folders where folders.id = ${roomId}
      union select folders.id from folders join whole on folders.parent_id = whole.id)
    select (select count(*) from file_versions join files on files.id = file_versions.file_id
        where files.deleted_at is null and files.folder_id in (select id from whole) and ${hasContent}
          and file_versions.blob_key <> files.blob_key) as versions,
      (select count(*) from files
        where files.deleted_at is not null and files.folder_id in (select id from whole) and ${hasContent}) as trash`.execute(
    db,
  );
  return { versions: Number(rows[0]?.versions ?? 0), trash: Number(rows[0]?.trash ?? 0) };
}
