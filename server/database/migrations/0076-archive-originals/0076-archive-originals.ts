import { type Kysely, sql } from 'kysely';

const WITHHELD = 'A virus was found in a file of this room after the archive was created. Create it again.';
const KEPT =
  'A virus was found in a file of this room after the archive was created. The archive stays available to managers, since nothing else has the content that was removed. Scan what you take out of it.';

/**
 * Adds how many documents an archive of a room lacks in their original form. It is not known of archives that a node of an
 * earlier version made. What is left of removed content is available again where an earlier version withheld it for good.
 */
export async function addArchiveOriginals(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('room_archives').addColumn('without_original', 'integer').execute();
  await sql`update room_archives set state = 'done', error = ${KEPT}
    where state = 'failed' and error = ${WITHHELD} and blob_key is not null
      and id in (select final_archive_id from rooms where bytes_removed_at is not null or archived_at is null)`.execute(
    db,
  );
}
