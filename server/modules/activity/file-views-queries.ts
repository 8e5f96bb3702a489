import { sql } from 'kysely';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { hidesPersons } from '#server/authorization/publication/hidden-persons.ts';
import type { Database } from '#server/database/open-database.ts';
import { type PageExtent, placeOfPage, selectPageExtent } from '#server/database/page-extent.ts';
import { displayName } from '#server/database/person-name.ts';
import type { PageGroups } from './page-groups.ts';

interface ListOptions {
  limit: number;
  cursor: number | undefined;
}

/** Selects the views of a file by others than its owner, whose earlier views are left out too. */
const selectOthersViews = (db: Database, file: Pick<LoadedFile, 'id' | 'owner_id'>) =>
  db
    .selectFrom('file_views')
    .leftJoin('users as viewers', 'viewers.id', 'file_views.viewer_id')
    .where('file_views.file_id', '=', file.id)
    .where('file_views.viewer_id', 'is distinct from', file.owner_id);

/** Identifies a viewer by the account id, or else by the e-mail address. */
const VIEWER_KEY = sql<string>`coalesce(file_views.viewer_email, cast(file_views.viewer_id as text))`;

export type TimedViewRow = Awaited<ReturnType<typeof listTimedViews>>[number];

/** Lists rows newest first; returns one more than `limit`. */
export function listTimedViews(db: Database, file: LoadedFile, { limit, cursor }: ListOptions) {
  return selectOthersViews(db, file)
    .select([
      'file_views.id',
      'file_views.viewed_at',
      'file_views.viewer_email',
      'file_views.version',
      'viewers.username as viewer_name',
      'viewers.avatar_token as viewer_avatar',
      displayName('viewers').as('viewer_display_name'),
      hidesPersons(sql`${file.folder_id}`).as('is_hidden'),
    ])
    .$if(cursor !== undefined, (query) => query.where('file_views.id', '<', cursor ?? 0))
    .orderBy('file_views.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export interface LongestPageRow {
  view_id: number;
  page: number;
  ms: number;
  /** Total of the view. */
  page_count: number;
  view_ms: number;
}

/** Lists for each of these views the pages that were in view longest. */
export async function listLongestPages(
  db: Database,
  viewIds: readonly number[],
  most: number,
): Promise<LongestPageRow[]> {
  if (viewIds.length === 0) return [];
  const { rows } = await sql<LongestPageRow>`
    select view_id, page, ms, page_count, view_ms from (
      select view_id, page, ms,
        row_number() over (partition by view_id order by ms desc, page) as place,
        count(*) over (partition by view_id) as page_count,
        sum(ms) over (partition by view_id) as view_ms
      from page_times where view_id in (${sql.join(viewIds)})
    ) as placed where place <= ${most} order by view_id, place`.execute(db);
  return rows;
}

export type FileViewerRow = Awaited<ReturnType<typeof listViewers>>[number];

/** Lists viewers, most recent first, by the id of their newest view; one more than `limit`. */
export function listViewers(db: Database, file: LoadedFile, { limit, cursor }: ListOptions) {
  const newest = sql<number>`max(file_views.id)`;
  return selectOthersViews(db, file)
    .leftJoin('page_times', 'page_times.view_id', 'file_views.id')
    .select([
      newest.as('id'),
      'file_views.viewer_email',
      'viewers.username as viewer_name',
      // Each viewer is a group, and has one name and picture.
      sql<string | null>`max(viewers.avatar_token)`.as('viewer_avatar'),
      sql<string | null>`max(${displayName('viewers')})`.as('viewer_display_name'),
      sql<number>`count(distinct file_views.id)`.as('views'),
      sql<number>`max(file_views.viewed_at)`.as('last_viewed_at'),
      sql<number>`coalesce(sum(page_times.ms), 0)`.as('ms'),
      sql<number>`count(distinct page_times.page)`.as('page_count'),
      hidesPersons(sql`${file.folder_id}`).as('is_hidden'),
    ])
    .groupBy(['file_views.viewer_id', 'file_views.viewer_email', 'viewers.username'])
    .$if(cursor !== undefined, (query) => query.having(newest, '<', cursor ?? 0))
    .orderBy(newest, 'desc')
    .limit(limit + 1)
    .execute();
}

export function sumViews(db: Database, file: LoadedFile) {
  return selectOthersViews(db, file)
    .leftJoin('page_times', 'page_times.view_id', 'file_views.id')
    .select([
      sql<number>`count(distinct file_views.id)`.as('views'),
      sql<number>`count(distinct ${VIEWER_KEY})`.as('viewers'),
      sql<number>`coalesce(sum(page_times.ms), 0)`.as('ms'),
    ])
    .executeTakeFirstOrThrow();
}

export async function findPageExtent(db: Database, file: LoadedFile): Promise<PageExtent> {
  const times = selectOthersViews(db, file)
    .innerJoin('page_times', 'page_times.view_id', 'file_views.id')
    .select(['page_times.page', 'page_times.ms']);
  const { rows } = await selectPageExtent(sql`${times}`).execute(db);
  return rows[0] ?? { last_page: 0, counted_page: 0 };
}

/** Sums the view times in groups of pages, by the index of the group; omits groups without views. */
export function listPageGroups(db: Database, file: LoadedFile, groups: PageGroups) {
  const place = placeOfPage(sql`page_times.page`, groups);
  return selectOthersViews(db, file)
    .innerJoin('page_times', 'page_times.view_id', 'file_views.id')
    .select([
      place.as('place'),
      sql<number>`sum(page_times.ms)`.as('ms'),
      sql<number>`count(distinct ${VIEWER_KEY})`.as('viewers'),
    ])
    .groupBy(place)
    .orderBy(place)
    .execute();
}

/** Lists rows after a page of a view, oldest first; a view without page times has one row. */
export function listPagesAfter(
  db: Database,
  file: Pick<LoadedFile, 'id' | 'owner_id' | 'folder_id'>,
  after: { viewId: number; page: number },
  limit: number,
) {
  return selectOthersViews(db, file)
    .leftJoin('page_times', 'page_times.view_id', 'file_views.id')
    .select([
      'file_views.id',
      'file_views.viewed_at',
      'file_views.viewer_email',
      'viewers.username as viewer_name',
      'page_times.page',
      'page_times.ms',
      hidesPersons(sql`${file.folder_id}`).as('is_hidden'),
    ])
    .where('file_views.id', '>=', after.viewId)
    .where((where) =>
      where.or([where('file_views.id', '>', after.viewId), where('page_times.page', '>', after.page)]),
    )
    .orderBy('file_views.id')
    .orderBy('page_times.page')
    .limit(limit)
    .execute();
}
