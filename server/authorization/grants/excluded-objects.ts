import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, excludedRoomIdsOf } from '#shared/policies/actor.ts';
import { foldersExcludedFrom } from './excluded-rooms.ts';

const NOTHING = sql<SqlBool>`1 = 0`;
const isExcluded = (actor: Actor): boolean => excludedRoomIdsOf(actor).length > 0;

/**
 * Tells whether the row of `links` shares something of a room that excludes this administrator; never null, since callers negate
 * it.
 */
export const isLinkIntoExcludedRoom = (actor: Actor): RawBuilder<SqlBool> =>
  isExcluded(actor)
    ? sql<SqlBool>`(links.group_id is not null and links.group_id in (select room_groups.id from room_groups where room_groups.room_id in (${sql.join(excludedRoomIdsOf(actor))}))
      or links.archive_id is not null and links.archive_id in (select room_archives.id from room_archives where room_archives.room_id in (${sql.join(excludedRoomIdsOf(actor))}))
      or exists (select 1 from link_targets left join files on entry_kind = 'file' and files.id = entry_id
        where link_targets.link_id = links.id
          and case when entry_kind = 'folder' then entry_id else files.folder_id end in (${foldersExcludedFrom(actor)})))`
    : NOTHING;

/**
 * Tells whether the row of `invitations` opens a folder of a room that excludes this administrator, by name or as one of all
 * folders of the inviter.
 */
export const isInvitationIntoExcludedRoom = (actor: Actor): RawBuilder<SqlBool> =>
  isExcluded(actor)
    ? sql<SqlBool>`(exists (select 1 from invitation_folders where invitation_folders.invitation_id = invitations.id
        and invitation_folders.folder_id in (${foldersExcludedFrom(actor)}))
      or (invitations.all_folders = 1 and invitations.inviter_id in (select owner_id from folders
        where id in (${sql.join(excludedRoomIdsOf(actor))}))))`
    : NOTHING;
