import { sql } from 'kysely';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Database } from '#server/database/open-database.ts';

/** Both engines limit the number of parameters of a statement. */
const BATCH_SIZE = 500;

/** Lets the archives of all rooms that contain one of these files fail, with this reason. */
export async function failArchivesWithFiles(
  db: Database,
  fileIds: readonly number[],
  error: string,
): Promise<void> {
  for (let at = 0; at < fileIds.length; at += BATCH_SIZE) {
    const ids = sql.join(fileIds.slice(at, at + BATCH_SIZE));
    await sql`update room_archives set state = 'failed', error = ${error}
      where state in ('running', 'done') and room_id in (
        with recursive ${ancestors(sql`select folder_id from files where id in (${ids})`)}
        select id from ancestors where parent_id is null)`.execute(db);
  }
}
