import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { type PageExtent, placeOfPage, selectPageExtent } from '#server/database/page-extent.ts';
import type { PageGroups } from '#server/modules/activity/page-groups.ts';
import type { LocalDay } from '#shared/domain/changes/local-time.ts';
import type { ViewsByHand } from './automated/automated-queries.ts';
import { countedRows, PERSON_KEY } from './counted-queries.ts';
import type { Analytics } from './load-analytics.ts';
import { groupAt, staffOf } from './source-queries.ts';

/** More folders side by side fit on no screen. */
const MAX_FOLDERS = 500;

export interface FolderCell {
  /** The folder, 0 for all that are not listed, or the parent for documents outside these folders. */
  readonly top_id: number;
  readonly group_id: number;
  readonly ms: number;
  readonly viewers: number;
}

/**
 * Sums the time in view by group for each of the folders in `parentId` that are listed, and for the later ones together, with
 * everything below them.
 */
export async function listFolderCells(
  db: Database,
  analytics: Analytics,
  { parentId, lastId }: { readonly parentId: number; readonly lastId: number },
): Promise<readonly FolderCell[]> {
  const { rows } = await sql<FolderCell>`${countedRows(analytics)},
    tops(id, top_id) as (
      select id, case when parent_id = ${parentId} and deleted_at is null and id > ${lastId} then 0 else id end
        from folders where id = ${parentId} or parent_id = ${parentId}
      union all
      select f.id, tops.top_id from tops join folders f on f.parent_id = tops.id where tops.id <> ${parentId})
    select tops.top_id, counted.group_id, sum(counted.ms) as ms, count(distinct person) as viewers
    from counted join files on files.id = counted.file_id join tops on tops.id = files.folder_id
    where is_automated = 0 group by tops.top_id, counted.group_id`.execute(db);
  return rows;
}

/** Lists the first folders by id. */
export const listFoldersIn = (db: Database, parentId: number) =>
  db
    .selectFrom('folders')
    .select(['id', 'name'])
    .where('parent_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(MAX_FOLDERS)
    .execute();

/** Tells whether an active folder is in a room. */
export async function isInRoom(db: Database, roomId: number, folderId: number): Promise<boolean> {
  const { rows } = await sql`with recursive above(id, parent_id) as (
      select id, parent_id from folders where id = ${folderId} and deleted_at is null
      union all select f.id, f.parent_id from folders f join above on f.id = above.parent_id)
    select id from above where id = ${roomId}`.execute(db);
  return rows.length > 0;
}

export interface PageCell {
  /** The index of the range of pages, from 0. */
  readonly place: number;
  readonly group_id: number;
  readonly ms: number;
  readonly viewers: number;
}

interface Wanted extends Pick<LocalDay, 'startsAt' | 'endsAt'> {
  readonly roomId: number;
  readonly fileId: number;
  readonly byHand: ViewsByHand;
}

/** Begins a query over `counted`, the views of people other than the staff. */
const viewsOf = ({ roomId, fileId, startsAt, endsAt, byHand }: Wanted) => sql`
  with recursive ${byHand.tables ? sql`${byHand.tables},` : sql``} seen as (
    select v.id, v.viewed_at, coalesce(v.viewer_id, 0) as user_id, coalesce(v.viewer_email, '') as viewer_email,
      coalesce(v.link_id, 0) as link_id
    from file_views as v where v.file_id = ${fileId} and v.viewed_at >= ${startsAt} and v.viewed_at < ${endsAt}
      ${byHand.condition}),
  counted as (
    select seen.id, ${PERSON_KEY} as person, ${groupAt(roomId, 'seen', 'viewed_at')} as group_id from seen
    where user_id not in ${staffOf(roomId)})`;

export async function findPageExtent(db: Database, wanted: Wanted): Promise<PageExtent> {
  const times = sql`(${viewsOf(wanted)}
    select page, ms from counted join page_times on page_times.view_id = counted.id)`;
  const { rows } = await selectPageExtent(times).execute(db);
  return rows[0] ?? { last_page: 0, counted_page: 0 };
}

/** Sums the time in view by group of people for groups of pages. */
export async function listPageCells(
  db: Database,
  wanted: Wanted,
  groups: PageGroups,
): Promise<readonly PageCell[]> {
  const { rows } = await sql<PageCell>`${viewsOf(wanted)}
    select ${placeOfPage(sql`page`, groups)} as place, group_id, sum(ms) as ms, count(distinct person) as viewers
    from counted join page_times on page_times.view_id = counted.id group by 1, 2`.execute(db);
  return rows;
}
