import { type RawBuilder, sql } from 'kysely';
import { ACCESS_LEVEL_ORDER } from '../access-level-order.ts';
import type { PublishedTest } from '../publication/published.ts';

/** The tables of grants on folders and files, or queries that stand in their place. */
interface GrantSource {
  readonly folders: RawBuilder<unknown>;
  readonly files: RawBuilder<unknown>;
}

const STORED_GRANTS: GrantSource = { folders: sql`group_grants`, files: sql`group_file_grants` };

const NONE = sql.lit(ACCESS_LEVEL_ORDER.none);

/** Converts the column `level` of a grant to a number of `ACCESS_LEVEL_ORDER`; `null` for a grant that inherits. */
const levelNumber = (column: string): RawBuilder<number | null> => sql`case ${sql.ref(column)}
  when 'none' then ${NONE}
  when 'view' then ${sql.lit(ACCESS_LEVEL_ORDER.view)}
  when 'download' then ${sql.lit(ACCESS_LEVEL_ORDER.download)}
  when 'original' then ${sql.lit(ACCESS_LEVEL_ORDER.original)} end`;

/** A row of `groupFolders`. */
export interface GroupFolderRow {
  readonly id: number;
  readonly group_id: number;
  /** A value of `ACCESS_LEVEL_ORDER`, also `none`. */
  readonly access_level: number;
}

/**
 * The folders of the rooms of groups, each with the level that its group has there: the nearest grant on the path decides, and what is not
 * published is left out with everything in it.
 * Walks down from the root folders that are rooms, which grant nothing, so that a grant counts only as long as its folder is
 * in the room of the group.
 */
export const groupFolders = (
  groupIds: readonly number[],
  folders: RawBuilder<unknown>,
  isPublished: PublishedTest,
  grants = STORED_GRANTS,
) => sql<GroupFolderRow>`
  with recursive in_room(id, group_id, access_level) as (
    select f.id, room_groups.id, cast(${NONE} as integer) from room_groups
      join ${folders} f on f.id = room_groups.room_id and f.parent_id is null
      where room_groups.id in (${sql.join(groupIds)})
    union all
    select f.id, in_room.group_id, coalesce(${levelNumber('group_grants.level')}, in_room.access_level)
      from in_room join ${folders} f on f.parent_id = in_room.id and ${isPublished('f')}
      left join ${grants.folders} group_grants on group_grants.group_id = in_room.group_id and group_grants.folder_id = f.id
  ) select id, group_id, access_level from in_room`;

/**
 * The level of a file for the group `visible.group_id`: its own, or that of its folder, `visible.group_level`. An expression
 * over `files` and `visible`.
 */
export const groupFileLevel = (
  isPublished: PublishedTest,
  grants = STORED_GRANTS,
): RawBuilder<number> => sql<number>`case
  when ${isPublished('files')} then coalesce(
    (select ${levelNumber('group_file_grants.level')} from ${grants.files} group_file_grants
      where group_file_grants.group_id = visible.group_id and group_file_grants.file_id = files.id),
    visible.group_level, ${NONE})
  else ${NONE} end`;
