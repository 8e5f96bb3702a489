import { sql } from 'kysely';
import { activeDescendants } from '#server/authorization/folder-descendants.ts';
import { hidesPersons } from '#server/authorization/publication/hidden-persons.ts';
import type { Database } from '#server/database/open-database.ts';
import { isCountedPage } from '#server/database/page-extent.ts';
import { displayName } from '#server/database/person-name.ts';
import { countedViews, type FolderViews, TIMES, VIEWER_KEY, type ViewsPage } from './folder-views-queries.ts';

export interface ActivityTotals {
  readonly files: number;
  readonly opened_files: number;
  readonly viewers: number;
  readonly views: number;
  readonly ms: number;
}

export async function sumFolderActivity(db: Database, wanted: FolderViews): Promise<ActivityTotals> {
  const { rows } = await sql<ActivityTotals>`with recursive ${activeDescendants(sql`${wanted.folderId}`)}
    select (select count(*) from files where deleted_at is null and folder_id in (select id from below)) as files,
      count(distinct v.file_id) as opened_files, count(distinct ${VIEWER_KEY}) as viewers,
      count(distinct v.id) as views, coalesce(sum(page_times.ms), 0) as ms
    ${countedViews(wanted, TIMES)}`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error('A sum has one row');
  return totals;
}

export interface ActivityDay {
  /** Days since the epoch. */
  readonly day: number;
  readonly views: number;
  readonly viewers: number;
  readonly ms: number;
}

/** Sums the views since an instant by the days of a clock that is `offsetMs` ahead of UTC. */
export async function listActivityDays(
  db: Database,
  wanted: FolderViews & { readonly since: number; readonly offsetMs: number },
): Promise<readonly ActivityDay[]> {
  const { rows } = await sql<ActivityDay>`with recursive ${activeDescendants(sql`${wanted.folderId}`)},
    counted as (
      select v.id, ${VIEWER_KEY} as viewer,
        cast((v.viewed_at + ${sql.lit(wanted.offsetMs)}) / ${sql.lit(24 * 60 * 60 * 1000)} as bigint) as day,
        (select coalesce(sum(ms), 0) from page_times where view_id = v.id) as ms
      ${countedViews(wanted)} and v.viewed_at >= ${wanted.since})
    select day, count(*) as views, count(distinct viewer) as viewers, sum(ms) as ms
      from counted group by day order by day`.execute(db);
  return rows;
}

export interface FolderViewerRow {
  readonly id: number;
  readonly viewer_id: number | null;
  readonly viewer_email: string | null;
  readonly viewer_name: string | null;
  readonly viewer_avatar: string | null;
  readonly viewer_display_name: string | null;
  readonly is_hidden: 0 | 1;
  readonly opened_files: number;
  readonly views: number;
  readonly ms: number;
  readonly first_viewed_at: number;
  readonly last_viewed_at: number;
}

/** Lists viewers, most recent first, by the id of their newest view; one more than `limit`. */
export async function listViewersOfFolder(
  db: Database,
  wanted: FolderViews,
  { limit, cursor }: ViewsPage,
): Promise<readonly FolderViewerRow[]> {
  const { rows } = await sql<FolderViewerRow>`with recursive ${activeDescendants(sql`${wanted.folderId}`)}
    select max(v.id) as id, v.viewer_id, v.viewer_email, viewers.username as viewer_name,
      max(viewers.avatar_token) as viewer_avatar, max(${displayName('viewers')}) as viewer_display_name,
      count(distinct v.file_id) as opened_files, count(distinct v.id) as views,
      coalesce(sum(page_times.ms), 0) as ms, min(v.viewed_at) as first_viewed_at, max(v.viewed_at) as last_viewed_at,
      ${hidesPersons(sql`${wanted.folderId}`)} as is_hidden
    ${countedViews(wanted, sql`left join users as viewers on viewers.id = v.viewer_id ${TIMES}`)}
    group by v.viewer_id, v.viewer_email, viewers.username
    having ${cursor === undefined ? sql`1 = 1` : sql`max(v.id) < ${cursor}`}
    order by max(v.id) desc limit ${limit + 1}`.execute(db);
  return rows;
}

export interface TopFileRow {
  readonly viewer_id: number | null;
  readonly viewer_email: string | null;
  readonly file_id: number;
  readonly name: string;
  readonly ms: number;
}

/** Lists for each of these viewers the file that was in view longest. */
export async function listTopFiles(
  db: Database,
  wanted: FolderViews,
  viewers: readonly FolderViewerRow[],
): Promise<readonly TopFileRow[]> {
  if (viewers.length === 0) return [];
  const keys = viewers.map(({ viewer_id, viewer_email }) => viewer_email ?? String(viewer_id));
  const { rows } = await sql<TopFileRow>`with recursive ${activeDescendants(sql`${wanted.folderId}`)},
    by_file as (
      select v.viewer_id, v.viewer_email, files.id as file_id, files.name, sum(page_times.ms) as ms
      ${countedViews(wanted, sql`join page_times on page_times.view_id = v.id`)}
        and ${VIEWER_KEY} in (${sql.join(keys)})
      group by v.viewer_id, v.viewer_email, files.id, files.name),
    placed as (
      select by_file.*, row_number() over (partition by viewer_id, viewer_email order by ms desc, file_id) as place
      from by_file)
    select viewer_id, viewer_email, file_id, name, ms from placed where place = 1`.execute(db);
  return rows;
}

export interface ViewedFileRow {
  readonly id: number;
  readonly file_id: number;
  readonly name: string;
  readonly viewers: number;
  readonly views: number;
  readonly ms: number;
  readonly last_viewed_at: number;
}

/** Lists viewed files, most recent first, by the id of their newest view; one more than `limit`. */
export async function listFilesWithViews(
  db: Database,
  wanted: FolderViews,
  { limit, cursor }: ViewsPage,
): Promise<readonly ViewedFileRow[]> {
  const { rows } = await sql<ViewedFileRow>`with recursive ${activeDescendants(sql`${wanted.folderId}`)}
    select max(v.id) as id, files.id as file_id, files.name, count(distinct ${VIEWER_KEY}) as viewers,
      count(distinct v.id) as views, coalesce(sum(page_times.ms), 0) as ms, max(v.viewed_at) as last_viewed_at
    ${countedViews(wanted, TIMES)}
    group by files.id, files.name
    having ${cursor === undefined ? sql`1 = 1` : sql`max(v.id) < ${cursor}`}
    order by max(v.id) desc limit ${limit + 1}`.execute(db);
  return rows;
}

export interface HeatRow {
  readonly file_id: number;
  /** The index of the group of pages, from 0. */
  readonly place: number;
  readonly groups: number;
  readonly ms: number;
}

/**
 * Sums the view times of the pages of these files in at most `maxGroups` groups each, the last of which has the pages after the
 * last one that counts too; omits groups without views.
 */
export async function listPageHeat(
  db: Database,
  wanted: FolderViews,
  fileIds: readonly number[],
  maxGroups: number,
): Promise<readonly HeatRow[]> {
  if (fileIds.length === 0) return [];
  const most = sql.lit(maxGroups);
  const { rows } = await sql<HeatRow>`with recursive ${activeDescendants(sql`${wanted.folderId}`)},
    pages as (
      select v.file_id, page_times.page, sum(page_times.ms) as ms
      ${countedViews(wanted, sql`join page_times on page_times.view_id = v.id`)}
        and v.file_id in (${sql.join(fileIds)})
      group by v.file_id, page_times.page),
    tails as (
      select pages.*, max(page) over (partition by file_id) as seen_page,
        sum(ms) over (partition by file_id order by page desc) as tail, sum(ms) over (partition by file_id) as total
      from pages),
    sized as (
      select file_id, page, ms, case when seen_page <= ${most} then seen_page
        else max(case when ${isCountedPage} then page end) over (partition by file_id) end as last_page
      from tails),
    grouped as (
      select sized.*, case when last_page <= ${most} then last_page else ${most} end as groups from sized),
    placed as (
      select file_id, ms, groups, case when page > last_page then groups - 1
        when last_page <= ${most} then page - 1 else (page - 1) * ${most} / last_page end as place
      from grouped)
    select file_id, place, groups, sum(ms) as ms from placed
      group by file_id, place, groups order by file_id, place`.execute(db);
  return rows;
}
