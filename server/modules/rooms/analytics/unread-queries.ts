import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { fileFoldersOf, isVisibleFile } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { roomEntries } from '../receipts/room-entry-queries.ts';
import { groupAt, staffOf } from './source-queries.ts';

export interface UnreadRow {
  readonly id: number;
  readonly name: string;
  readonly folder_id: number;
  readonly folder_name: string;
  readonly modified_at: number;
  /** An earlier version was opened. */
  readonly has_views: 0 | 1;
}

/** Tells whether people other than the staff, of a group if there is one, viewed the file: some version, or the current one. */
const isOpened = (
  roomId: number,
  groupId: number | undefined,
  version: 'any' | 'current',
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select 1 from (select v.viewed_at, v.version, coalesce(v.viewer_id, 0) as user_id,
      coalesce(v.viewer_email, '') as viewer_email, coalesce(v.link_id, 0) as link_id
    from file_views as v where v.file_id = files.id) as seen
  where user_id not in ${staffOf(roomId)}
    ${version === 'any' ? sql`` : sql`and coalesce(seen.version, 1) = files.current_version`}
    ${groupId === undefined ? sql`` : sql`and ${groupAt(roomId, 'seen', 'viewed_at')} = ${groupId}`})`;

const unread = (roomId: number, groupId: number | undefined, { limit, cursor = 0 }: PageRequest) => ({
  columns: sql<UnreadRow>`files.id, files.name, files.folder_id, folders.name as folder_name,
    coalesce(files.modified_at, files.created_at) as modified_at,
    case when ${isOpened(roomId, groupId, 'any')} then 1 else 0 end as has_views`,
  condition: sql`files.deleted_at is null and files.id > ${cursor}
    and not ${isOpened(roomId, groupId, 'current')} order by files.id limit ${limit + 1}`,
});

/** Lists documents by id, among those that this member of the group would see. */
export async function listUnreadByGroup(
  db: Database,
  member: Requester,
  { roomId, groupId }: { roomId: number; groupId: number },
  page: PageRequest,
): Promise<readonly UnreadRow[]> {
  const { columns, condition } = unread(roomId, groupId, page);
  const { rows } = await sql<UnreadRow>`select ${columns} from files
    join folders on folders.id = files.folder_id
    left join ${fileFoldersOf(member)} on visible.id = files.folder_id
    where ${isVisibleFile(member)} and ${condition}`.execute(db);
  return rows;
}

/** Lists the documents of a room that nobody but its staff opened. */
export async function listUnreadByAnybody(
  db: Database,
  roomId: number,
  page: PageRequest,
): Promise<readonly UnreadRow[]> {
  const { columns, condition } = unread(roomId, undefined, page);
  const { rows } = await sql<UnreadRow>`with recursive ${roomEntries(roomId)} select ${columns} from files
    join folders on folders.id = files.folder_id
    where files.id in (select id from room_files) and folders.deleted_at is null and ${condition}`.execute(
    db,
  );
  return rows;
}
