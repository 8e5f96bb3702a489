import { sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { filePlaces } from '#server/authorization/folder-access.ts';
import { activeTree } from '#server/authorization/folder-descendants.ts';
import { allowDownload } from '#server/authorization/grants/room-downloads.ts';
import {
  fileFoldersOf,
  fileLevelOf,
  isFolderVisible,
  isVisibleFile,
} from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { groupIdsOf, isAdmin } from '#shared/policies/actor.ts';

/** The common table expression `in_room`: the active folders of a room. */
const inRoom = (roomId: number) => activeTree(sql`${roomId}`, sql`in_room`);

export interface RoomFolderRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
}

/** Lists the folders of a room that the requester may see, in the order of ids. */
export async function listRoomFolders(
  db: Database,
  requester: Requester,
  roomId: number,
): Promise<RoomFolderRow[]> {
  const { actor } = requester;
  const places = sql`join (${filePlaces(requester, 'active')}) visible on visible.id = folders.id`;
  const { rows } = await sql<RoomFolderRow>`with recursive ${inRoom(roomId)}
    select folders.id, folders.parent_id, folders.name from folders ${isAdmin(actor) ? sql`` : places}
    where folders.id in (select id from in_room)
      ${groupIdsOf(actor).length > 0 ? sql`and ${isFolderVisible(requester)}` : sql``}
    order by folders.id`.execute(db);
  return rows;
}

export interface RoomFileRow {
  readonly id: number;
  readonly folder_id: number;
  readonly name: string;
  readonly size: number;
  readonly created_at: number;
  readonly owner_id: number;
  readonly allow_download: 0 | 1;
  /** A value of `ACCESS_LEVEL_ORDER`. */
  readonly access_level: number;
}

/** Lists the files of a room that the requester may see, in the order of ids, at most `limit`. */
export const listRoomFiles = (
  db: Database,
  requester: Requester,
  roomId: number,
  limit: number,
): Promise<RoomFileRow[]> =>
  db
    .selectFrom('files')
    .leftJoin(fileFoldersOf(requester), 'visible.id', 'files.folder_id')
    .select([
      'files.id',
      sql<number>`files.folder_id`.as('folder_id'),
      'files.name',
      'files.size',
      'files.created_at',
      'files.owner_id',
      allowDownload,
      fileLevelOf(requester).as('access_level'),
    ])
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(requester))
    .where(sql<boolean>`files.folder_id in (with recursive ${inRoom(roomId)} select id from in_room)`)
    .orderBy('files.id')
    .limit(limit)
    .execute();
