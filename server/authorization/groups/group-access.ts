import { type RawBuilder, sql } from 'kysely';
import { ACCESS_LEVEL_ORDER } from '../access-level-order.ts';
import type { PublishedTest } from '../publication/published.ts';

/** The tables of grants on folders and files, or queries that stand in their place. */
export interface GrantSource {
  readonly folders: RawBuilder<unknown>;
  readonly files: RawBuilder<unknown>;
}

const STORED_GRANTS: GrantSource = { folders: sql`group_grants`, files: sql`group_file_grants` };

/** The values of the column `rights`; the second includes the first. */
export const GROUP_RIGHTS = { none: 0, add: 1, manage: 3, addUnseen: 4 } as const;

const NONE = sql.lit(ACCESS_LEVEL_ORDER.none);

/** Describes what the top of a room grants: nothing. */
const ROOT_LEVEL = sql`cast(${NONE} as integer)`;

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

/** The root folders that are rooms of the groups, where a walk begins. */
const rootsOf = (groupIds: readonly number[], folders: RawBuilder<unknown>) => sql`from room_groups
      join ${folders} f on f.id = room_groups.room_id and f.parent_id is null
      where room_groups.id in (${sql.join(groupIds)})`;

/** A step of a walk from `in_room` to the folders directly below, with the grant of the group there. */
const stepDown = (
  folders: RawBuilder<unknown>,
  isPublished: PublishedTest,
  grants: GrantSource,
) => sql`from in_room
      join ${folders} f on f.parent_id = in_room.id and ${isPublished('f')}
      left join ${grants.folders} group_grants on group_grants.group_id = in_room.group_id and group_grants.folder_id = f.id`;

/** The level after a step: the nearest grant on the path decides. */
const NEAREST_LEVEL = sql`coalesce(${levelNumber('group_grants.level')}, in_room.access_level)`;

/**
 * The folders of the rooms of groups, each with the level that its group has there: the nearest grant on the path decides, and
 * what is not published is left out with everything in it. Walks down from the root folders that are rooms, which grant nothing,
 * so that a grant counts only as long as its folder is in the room of the group.
 */
export const groupFolders = (
  groupIds: readonly number[],
  folders: RawBuilder<unknown>,
  isPublished: PublishedTest,
  grants = STORED_GRANTS,
) => sql<GroupFolderRow>`
  with recursive in_room(id, group_id, access_level) as (
    select f.id, room_groups.id, ${ROOT_LEVEL} ${rootsOf(groupIds, folders)}
    union all
    select f.id, in_room.group_id, ${NEAREST_LEVEL} ${stepDown(folders, isPublished, grants)}
  ) select id, group_id, access_level from in_room`;

/** A row of `groupRights`. */
export interface GroupRightsRow extends GroupFolderRow {
  /** A value of `GROUP_RIGHTS`. */
  readonly rights: number;
}

/** The rights after a step: those that were given with the nearest level. */
const NEAREST_RIGHTS = sql`case when group_grants.level is null then in_room.rights
  when group_folder_rights.may_manage = 1 then ${sql.lit(GROUP_RIGHTS.manage)}
  when group_folder_rights.may_add = 1 then ${sql.lit(GROUP_RIGHTS.add)} else ${sql.lit(GROUP_RIGHTS.none)} end`;

/** Tells whether a grant on the folder itself gives a right. */
const HAS_OWN_RIGHT = sql`case when group_grants.level is not null
  and (group_folder_rights.may_add = 1 or group_folder_rights.may_manage = 1) then 1 else 0 end`;

/**
 * The rows of `groupFolders`, with what the groups may change in the folders. In a folder that a group does not see, it may at
 * most add files, and only where that was granted on the folder itself: what is below stays unknown to it.
 */
export const groupRights = (
  groupIds: readonly number[],
  folders: RawBuilder<unknown>,
  isPublished: PublishedTest,
  grants = STORED_GRANTS,
) => sql<GroupRightsRow>`
  with recursive in_room(id, group_id, access_level, rights, has_own_right) as (
    select f.id, room_groups.id, ${ROOT_LEVEL}, cast(0 as integer), cast(0 as integer) ${rootsOf(groupIds, folders)}
    union all
    select f.id, in_room.group_id, ${NEAREST_LEVEL}, ${NEAREST_RIGHTS}, ${HAS_OWN_RIGHT} ${stepDown(folders, isPublished, grants)}
      left join group_folder_rights on group_folder_rights.group_id = in_room.group_id and group_folder_rights.folder_id = f.id
  ) select id, group_id, access_level, case when access_level > ${NONE} then rights
      when has_own_right = 1 then ${sql.lit(GROUP_RIGHTS.addUnseen)} else ${sql.lit(GROUP_RIGHTS.none)} end as rights from in_room`;

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
