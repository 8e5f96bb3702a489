import { sql } from 'kysely';
import type { Services } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';

export interface EarlierVersionRow {
  readonly file_id: number;
  readonly number: number;
  readonly size: number;
  readonly sha256: string;
  readonly created_at: number;
  readonly withdrawn_at: number | null;
}

/** Lists the versions of files that were there at the instant of the past, by file and number. */
export const listVersionsThen = (past: Database, fileIds: readonly number[]): Promise<EarlierVersionRow[]> =>
  past
    .selectFrom('file_versions')
    .select(['file_id', 'number', 'size', 'sha256', 'created_at', 'withdrawn_at'])
    .where('file_id', 'in', fileIds)
    .orderBy('file_id')
    .orderBy('number')
    .execute();

interface CurrentUntil {
  readonly file_id: number;
  readonly number: number;
  readonly until: number;
}

/**
 * Lists which versions of files had been current until an instant, and until when each of them: from the history of rights, which
 * keeps purged files, and from the versions themselves, which know what was replaced before that history begins.
 */
export async function listCurrentBefore(
  db: Database,
  fileIds: readonly number[],
  at: number,
): Promise<CurrentUntil[]> {
  const ids = sql.join(fileIds);
  const { rows } = await sql<CurrentUntil>`select file_id, number, max(until) as until from (
      select id as file_id, current_version as number, valid_until_at as until from files_history
        where id in (${ids}) and valid_from_at <= ${at}
      union all
      select file_id, number, replaced_at from file_versions
        where file_id in (${ids}) and replaced_at <= ${at} and is_draft = 0) as spans
    group by file_id, number`.execute(db);
  return rows.map(({ file_id, number, until }) => ({
    file_id: Number(file_id),
    number: Number(number),
    until: Number(until),
  }));
}

interface Place {
  readonly id: number;
  /** The root folder above, perhaps itself. */
  readonly root: number;
  /** The instant before which readers saw nothing in the folder: the latest publication above. */
  readonly publishedAt: number;
}

/** Finds where folders of the past were. */
export async function listPlaces(past: Database, folderIds: readonly number[]): Promise<readonly Place[]> {
  if (folderIds.length === 0) return [];
  const { rows } = await sql<Place>`with recursive
    above(id, at, parent_id, published_at) as (
      select id, id, parent_id, coalesce(published_at, 0) from folders where id in (${sql.join(folderIds)})
      union all select above.id, f.id, f.parent_id, coalesce(f.published_at, 0)
        from folders f join above on f.id = above.parent_id)
    select id, max(case when parent_id is null then at end) as root, max(published_at) as "publishedAt"
    from above group by id`.execute(past);
  return rows.map(({ id, root, publishedAt }) => ({
    id: Number(id),
    root: Number(root),
    publishedAt: Number(publishedAt),
  }));
}

/** Lists the rooms of groups of the past. */
export const listRoomsOfGroups = async (past: Database, groupIds: readonly number[]): Promise<number[]> =>
  (
    await past
      .selectFrom('room_groups')
      .select('room_id')
      .where('id', 'in', [0, ...groupIds])
      .execute()
  ).map(({ room_id }) => room_id);

/** Finds which of these groups saw earlier versions at an instant. */
export async function findGroupsWithVersions(
  { db }: Pick<Services, 'db'>,
  groupIds: readonly number[],
  at: number,
): Promise<ReadonlySet<number>> {
  if (groupIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`select group_id as id from group_rules_history
    where group_id in (${sql.join(groupIds)}) and sees_versions = 1
      and valid_from_at <= ${at} and valid_until_at > ${at}`.execute(db);
  return new Set(rows.map(({ id }) => Number(id)));
}
