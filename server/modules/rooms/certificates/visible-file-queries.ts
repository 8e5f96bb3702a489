import { sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { foldersOfRooms } from '#server/authorization/addresses/blocked-folders.ts';
import { fileFoldersOf, isVisibleFile } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';

/** Tells whether the requester sees a file in one of these rooms. */
export async function seesFileInRooms(
  db: Database,
  requester: Requester,
  roomIds: readonly number[],
): Promise<boolean> {
  if (roomIds.length === 0) return false;
  const row = await db
    .selectFrom('files')
    .leftJoin(fileFoldersOf(requester), 'visible.id', 'files.folder_id')
    .select('files.id')
    .where('files.deleted_at', 'is', null)
    .where(sql<boolean>`files.folder_id in ${foldersOfRooms(roomIds)}`)
    .where(isVisibleFile(requester))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
