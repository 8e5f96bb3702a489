import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { ancestors } from '../folder-ancestors.ts';
import { NAME_FOR_MEMBERS } from '../groups/name-for-members.ts';

/** The folder of each target of the link, `null` for a file outside folders. */
const targetFolders = (linkId: number): RawBuilder<unknown> => sql`
  select case when entry_kind = 'folder' then entry_id
      else (select folder_id from files where files.id = entry_id) end as id
    from link_targets where link_targets.link_id = ${linkId}`;

const firstTargetFolder = (linkId: number): RawBuilder<unknown> =>
  sql`${targetFolders(linkId)} order by entry_kind desc, entry_id limit 1`;

const groupRoom = (groupId: number): RawBuilder<unknown> =>
  sql`select room_id from room_groups where room_groups.id = ${groupId}`;

/** Finds the room that a link leads into, with its code name or else its name; `undefined` outside rooms. */
export async function findRoomOfLink(
  { db }: Pick<Context, 'db'>,
  { id, group_id }: { id: number; group_id: number | null },
): Promise<{ id: number; name: string } | undefined> {
  const start = group_id === null ? firstTargetFolder(id) : groupRoom(group_id);
  const { rows } = await sql<{ id: number; name: string }>`with recursive ${ancestors(start)}
    select rooms.folder_id as id, ${NAME_FOR_MEMBERS} as name from ancestors
      join rooms on rooms.folder_id = ancestors.id join folders on folders.id = rooms.folder_id
      where ancestors.parent_id is null`.execute(db);
  return rows[0];
}

/**
 * The folders of all that a link opens, as a query of ids: `null` for a file outside folders, the room for a group or an archive.
 */
export const targetPlaces = (linkId: number): RawBuilder<unknown> => sql`
  ${targetFolders(linkId)}
  union select room_groups.room_id from links join room_groups on room_groups.id = links.group_id
    where links.id = ${linkId}
  union select room_archives.room_id from links join room_archives on room_archives.id = links.archive_id
    where links.id = ${linkId}`;

/** Finds the room of all that a link opens; `undefined` where something of it is elsewhere. */
export async function findOnlyRoomOfLink(
  { db }: Pick<Context, 'db'>,
  linkId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`with recursive places(id) as (
      ${targetPlaces(linkId)}
    ), ${ancestors(sql`select id from places`)}
    select rooms.folder_id as id from ancestors left join rooms on rooms.folder_id = ancestors.id
      where ancestors.parent_id is null
    union select id from places where id is null`.execute(db);
  return rows.length === 1 ? (rows[0]?.id ?? undefined) : undefined;
}
