import { type RawBuilder, sql } from 'kysely';
import { allDescendants } from '#server/authorization/folder-descendants.ts';

/**
 * Common table expressions of everything that is or was in a room: `in_room`, `room_files` and `room_links`, the links to nothing
 * else, into its groups and to its archives.
 */
export const roomEntries = (roomId: number): RawBuilder<unknown> => sql`
  ${allDescendants(sql`${roomId}`, sql`in_room`)},
  room_files(id) as (select id from files where folder_id in (select id from in_room)),
  outside_links(id) as (
    select link_id from link_targets where not (
      (entry_kind = 'folder' and entry_id in (select id from in_room))
      or (entry_kind = 'file' and entry_id in (select id from room_files)))),
  room_links(id) as (
    select link_id from link_targets where link_id not in (select id from outside_links)
    union select links.id from links join room_groups on room_groups.id = links.group_id
      where room_groups.room_id = ${roomId}
    union select links.id from links join room_archives on room_archives.id = links.archive_id
      where room_archives.room_id = ${roomId})`;

/**
 * The common table expression `room_visitors`, after `roomEntries`: the invitations of visitors who have access to this room and
 * nothing else. A receipt counts all that its holder can see: those of others would tell about other rooms.
 */
export const roomVisitors = (roomId: number): RawBuilder<unknown> => sql`
  room_visitors(id) as (
    select i.id from invitations i where i.all_folders = 0 and i.role = 'visitor'
      and (i.link_id in (select id from room_links)
        or exists (select 1 from invitation_folders f where f.invitation_id = i.id)
        or exists (select 1 from group_members m where m.invitation_id = i.id))
      and (i.link_id is null or i.link_id in (select id from room_links))
      and not exists (select 1 from invitation_folders f where f.invitation_id = i.id
        and f.folder_id not in (select id from in_room))
      and not exists (select 1 from group_members m where m.invitation_id = i.id and m.room_id <> ${roomId}))`;
