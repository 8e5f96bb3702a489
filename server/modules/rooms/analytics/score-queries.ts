import { sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { groupFoldersIn } from '#server/authorization/folder-access.ts';
import { groupFileLevel } from '#server/authorization/groups/group-access.ts';
import { publishedBy } from '#server/authorization/publication/published.ts';
import type { Database } from '#server/database/open-database.ts';
import { addDays } from '#shared/domain/changes/local-time.ts';
import { countedRows } from './counted-queries.ts';
import type { Analytics } from './load-analytics.ts';

const NONE = sql.lit(ACCESS_LEVEL_ORDER.none);

export interface GroupScoreRow {
  readonly group_id: number;
  readonly permitted_files: number;
  readonly permitted_folders: number;
  readonly opened_files: number;
  readonly opened_folders: number;
}

/**
 * Counts the documents and top-level folders that each group may open now, and those of them that it opened in the range. Groups both
 * lists together: for a join, SQLite may read all that was opened for each document of each group.
 */
export async function listReach(
  db: Database,
  requester: Requester,
  analytics: Analytics,
  groupIds: readonly number[],
): Promise<readonly GroupScoreRow[]> {
  if (groupIds.length === 0) return [];
  const isPublished = publishedBy(requester);
  const { rows } = await sql<GroupScoreRow>`${countedRows(analytics)},
    opened as (
      select distinct group_id, file_id from counted where is_automated = 0 and views > 0),
    tops(id, top_id) as (
      select id, id from folders where id = ${analytics.roomId} or parent_id = ${analytics.roomId}
      union all
      select f.id, tops.top_id from tops join folders f on f.parent_id = tops.id
        where tops.id <> ${analytics.roomId}),
    permitted as (
      select visible.group_id, files.id as file_id, tops.top_id
      from (select id, group_id, access_level as group_level
          from (${groupFoldersIn('active', groupIds, isPublished)}) as of_groups) as visible
        join files on files.folder_id = visible.id join tops on tops.id = visible.id
      where files.deleted_at is null and ${groupFileLevel(isPublished)} > ${NONE}),
    reach as (
      select group_id, file_id, max(top_id) as top_id, max(is_opened) as is_opened from (
        select group_id, file_id, top_id, 0 as is_opened from permitted
        union all select group_id, file_id, cast(null as bigint), 1 from opened) as pairs
      group by group_id, file_id having max(top_id) is not null)
    select group_id, count(*) as permitted_files, count(distinct top_id) as permitted_folders,
      sum(is_opened) as opened_files, count(distinct case when is_opened = 1 then top_id end) as opened_folders
    from reach group by group_id`.execute(db);
  return rows;
}

export interface GroupRhythmRow {
  readonly group_id: number;
  readonly visit_days: number;
  readonly last_week_ms: number;
  readonly week_before_ms: number;
}

/** Sums the last 14 days of each group. */
export async function listRhythms(db: Database, analytics: Analytics): Promise<readonly GroupRhythmRow[]> {
  const from = addDays(analytics.to, -13);
  const lastWeek = addDays(analytics.to, -6);
  const { rows } = await sql<GroupRhythmRow>`${countedRows({ ...analytics, from }, { isByDay: true })}
    select group_id, count(distinct case when views > 0 then day end) as visit_days,
      coalesce(sum(case when day >= ${lastWeek} then ms end), 0) as last_week_ms,
      coalesce(sum(case when day < ${lastWeek} then ms end), 0) as week_before_ms
    from counted where is_automated = 0 and group_id > 0 group by group_id`.execute(db);
  return rows;
}
