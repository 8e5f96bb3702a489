import { sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { folderRights } from '#server/authorization/groups/folder-rights.ts';
import { GROUP_RIGHTS } from '#server/authorization/groups/group-access.ts';
import { roomIdOf } from '#server/authorization/publication/room-of.ts';
import type { Database } from '#server/database/open-database.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';

export interface InboxRow {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly folder_id: number;
  readonly folder_name: string;
  readonly sender: string;
  readonly received_at: number;
}

/** The rows of files that are still in the room of the group: what left it is private, and no concern of its staff. */
const waiting = (db: Database, groupId: number) =>
  db
    .selectFrom('inbox_files')
    .innerJoin('files', 'files.id', 'inbox_files.file_id')
    .innerJoin('room_groups', 'room_groups.id', 'inbox_files.group_id')
    .where('inbox_files.group_id', '=', groupId)
    .where('files.deleted_at', 'is', null)
    .where('room_groups.room_id', '=', sql<number>`(${roomIdOf(sql.ref('files.folder_id'))})`);

/** Lists the files that members of a group sent, oldest first; one more than `limit`. */
export function listInboxRows(
  db: Database,
  groupId: number,
  { limit, cursor = 0 }: PageRequest,
): Promise<InboxRow[]> {
  return waiting(db, groupId)
    .innerJoin('folders', 'folders.id', 'files.folder_id')
    .innerJoin('group_members', 'group_members.id', 'inbox_files.member_id')
    .select([
      'files.id',
      'files.name',
      'files.size',
      'folders.id as folder_id',
      'folders.name as folder_name',
      'group_members.email as sender',
      'inbox_files.received_at',
    ])
    .where('files.id', '>', cursor)
    .orderBy('files.id')
    .limit(limit + 1)
    .execute();
}

export async function countInboxFiles(db: Database, groupId: number): Promise<number> {
  const { count } = await waiting(db, groupId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Has nothing wait in the inbox anymore: what was in it, also in the trash, is a draft. */
export async function closeInbox(db: Database, groupId: number): Promise<void> {
  await db.deleteFrom('inbox_files').where('group_id', '=', groupId).execute();
}

/** Returns those of the files that wait in the inbox of a group. */
export async function findInboxFiles(
  db: Database,
  groupId: number,
  fileIds: readonly number[],
): Promise<number[]> {
  const rows = await waiting(db, groupId).select('files.id').where('files.id', 'in', fileIds).execute();
  return rows.map(({ id }) => id);
}

/** Takes files out of the inbox into a folder, as drafts or for everybody who sees the folder. */
export async function acceptInboxFiles(
  db: Database,
  fileIds: readonly number[],
  to: { readonly folderId: number; readonly isDraft: boolean },
): Promise<void> {
  await db.deleteFrom('inbox_files').where('file_id', 'in', fileIds).execute();
  await db
    .updateTable('files')
    .set({ folder_id: to.folderId, published_at: to.isDraft ? null : 0 })
    .where('id', 'in', fileIds)
    .execute();
}

interface UploadFolder {
  readonly id: number;
  readonly name: string;
  readonly roomId: number;
}

/** Lists the folders that the actor may send files to without seeing them, by room and name. */
export async function listUploadFolders(
  db: Database,
  requester: Requester,
  limit: number,
): Promise<UploadFolder[]> {
  const rights = folderRights(requester, 'active');
  if (!rights) return [];
  const { rows } = await sql<UploadFolder>`select folders.id, folders.name, room_groups.room_id as "roomId"
    from (${rights}) of_group join folders on folders.id = of_group.id join room_groups on room_groups.id = of_group.group_id
    where of_group.rights = ${sql.lit(GROUP_RIGHTS.addUnseen)}
    order by room_groups.room_id, folders.name, folders.id limit ${limit}`.execute(db);
  return rows;
}
