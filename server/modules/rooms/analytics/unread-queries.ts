import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { publishedBy, unpublishedFolders } from '#server/authorization/publication/published.ts';
import { fileFoldersOf, isVisibleFile } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { roomEntries } from '../receipts/room-entry-queries.ts';
import type { ViewsByHand } from './automated/automated-queries.ts';
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

interface Wanted {
  readonly roomId: number;
  readonly groupId?: number;
  readonly byHand: ViewsByHand;
}

/** Tells whether people other than the staff, of a group if there is one, viewed the file: some version, or the current one. */
const isOpened = (
  { roomId, groupId, byHand }: Wanted,
  version: 'any' | 'current',
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select 1 from (select v.viewed_at, v.version, coalesce(v.viewer_id, 0) as user_id,
      coalesce(v.viewer_email, '') as viewer_email, coalesce(v.link_id, 0) as link_id
    from file_views as v where v.file_id = files.id ${byHand.condition}) as seen
  where user_id not in ${staffOf(roomId)}
    ${version === 'any' ? sql`` : sql`and coalesce(seen.version, 1) = files.current_version`}
    ${groupId === undefined ? sql`` : sql`and ${groupAt(roomId, 'seen', 'viewed_at')} = ${groupId}`})`;

const unread = (wanted: Wanted, { limit, cursor = 0 }: PageRequest) => ({
  columns: sql<UnreadRow>`files.id, files.name, files.folder_id, folders.name as folder_name,
    coalesce(files.modified_at, files.created_at) as modified_at,
    case when ${isOpened(wanted, 'any')} then 1 else 0 end as has_views`,
  condition: sql`files.deleted_at is null and files.id > ${cursor}
    and not ${isOpened(wanted, 'current')} order by files.id limit ${limit + 1}`,
});

/** Lists documents by id, among those that this member of the group would see. */
export async function listUnreadByGroup(
  db: Database,
  member: Requester,
  wanted: Wanted & { readonly groupId: number },
  page: PageRequest,
): Promise<readonly UnreadRow[]> {
  const { columns, condition } = unread(wanted, page);
  const { tables } = wanted.byHand;
  const { rows } =
    await sql<UnreadRow>`${tables ? sql`with recursive ${tables}` : sql``} select ${columns} from files
    join folders on folders.id = files.folder_id
    left join ${fileFoldersOf(member)} on visible.id = files.folder_id
    where ${isVisibleFile(member)} and ${condition}`.execute(db);
  return rows;
}

/** Lists the published documents of a room that nobody but its staff opened: only the staff can open the others. */
export async function listUnreadByAnybody(
  { db, now }: Pick<Requester, 'now'> & { readonly db: Database },
  wanted: Wanted,
  page: PageRequest,
): Promise<readonly UnreadRow[]> {
  const { columns, condition } = unread(wanted, page);
  const tables = wanted.byHand.tables ?? roomEntries(wanted.roomId);
  const { rows } = await sql<UnreadRow>`with recursive ${tables} select ${columns} from files
    join folders on folders.id = files.folder_id
    where files.id in (select id from room_files) and folders.deleted_at is null and ${publishedBy({ now })('files')}
      and files.folder_id not in (${unpublishedFolders(sql`folders`, { now })}) and ${condition}`.execute(db);
  return rows;
}
