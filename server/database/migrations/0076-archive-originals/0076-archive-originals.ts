import { type Kysely, sql } from 'kysely';

const WITHHELD = 'A virus was found in a file of this room after the archive was created. Create it again.';
const KEPT =
  'A virus was found in a file of this room after the archive was created. The archive stays available to managers, since nothing else has the content that was removed. Scan what you take out of it.';

/**
 * Adds when the removal of the content of a room began, and how many documents an archive of a room lacks in their original form. It is not known of archives that a node of an
 * earlier version made. What is left of removed content is available again where an earlier version withheld it for good.
 */
export async function addArchiveOriginals(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('room_archives').addColumn('without_original', 'integer').execute();
  await db.schema.alterTable('rooms').addColumn('removal_begun_at', 'bigint').execute();
  // Closed rooms kept an archive once their removal had begun; archived ones keep one in any case.
  await sql`update rooms set removal_begun_at = coalesce(bytes_removed_at, delete_bytes_at, closed_at, 0)
    where bytes_removed_at is not null or (final_archive_id is not null and archived_at is null)
      or (final_archive_id is not null and folder_id in (
        with recursive above(id, parent_id) as (
          select id, parent_id from folders where id in (
            select folder_id from files join blobs on blobs.key = files.blob_key
              where scan_state is not null and scan_state <> 'clean' and scan_state = 'removed')
          union select folders.id, folders.parent_id from folders join above on folders.id = above.parent_id)
        select id from above where parent_id is null))`.execute(db);
  await sql`update room_archives set state = 'done', error = ${KEPT}
    where state = 'failed' and error = ${WITHHELD} and blob_key is not null
      and id in (select final_archive_id from rooms where removal_begun_at is not null)`.execute(db);
}
