import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AuditAction } from '#shared/domain/audit-actions.ts';
import { type Actor, excludedRoomIdsOf } from '#shared/policies/actor.ts';
import { foldersExcludedFrom } from './excluded-rooms.ts';

const idOf = (actor: Actor): number => (actor.kind === 'user' ? actor.id : 0);
const NOTHING = sql<SqlBool>`1 = 0`;
const isExcluded = (actor: Actor): boolean => excludedRoomIdsOf(actor).length > 0;

/** Tells whether the row of `links` shares something of a room that excludes this administrator; never null, since callers negate it. */
export const isLinkIntoExcludedRoom = (actor: Actor): RawBuilder<SqlBool> =>
  isExcluded(actor)
    ? sql<SqlBool>`(links.group_id is not null and links.group_id in (select room_groups.id from room_groups where room_groups.room_id in (${sql.join(excludedRoomIdsOf(actor))}))
      or links.archive_id is not null and links.archive_id in (select room_archives.id from room_archives where room_archives.room_id in (${sql.join(excludedRoomIdsOf(actor))}))
      or exists (select 1 from link_targets left join files on entry_kind = 'file' and files.id = entry_id
        where link_targets.link_id = links.id
          and case when entry_kind = 'folder' then entry_id else files.folder_id end in (${foldersExcludedFrom(actor)})))`
    : NOTHING;

/** Tells whether the row of `invitations` opens a folder of a room that excludes this administrator, by name or as one of all folders of the inviter. */
export const isInvitationIntoExcludedRoom = (actor: Actor): RawBuilder<SqlBool> =>
  isExcluded(actor)
    ? sql<SqlBool>`(exists (select 1 from invitation_folders where invitation_folders.invitation_id = invitations.id
        and invitation_folders.folder_id in (${foldersExcludedFrom(actor)}))
      or (invitations.all_folders = 1 and invitations.inviter_id in (select owner_id from folders
        where id in (${sql.join(excludedRoomIdsOf(actor))}))))`
    : NOTHING;

/** The folders that are or were in rooms which exclude this administrator, purged ones among them, as a query of ids. */
const foldersEverExcludedFrom = (actor: Actor): RawBuilder<unknown> => sql`
  with recursive excluded(id) as (
    select folder_id from rooms_history where folder_id in (${sql.join([0, ...excludedRoomIdsOf(actor)])})
    union select folders_history.id from folders_history join excluded on folders_history.parent_id = excluded.id
  ) select id from excluded`;

/** Actions whose entries name no object: a question, or the files of an answer or an archive, may be about any room. */
const ACTIONS_WITHOUT_PLACE: readonly AuditAction[] = [
  'search.ask',
  'search.ask-model',
  'search.export',
  'saved-search.create',
  'saved-search.update',
  'saved-search.delete',
  'file.archive',
];

/**
 * Tells whether the row of `audit_log` is about the contents of a room that excludes this administrator. What happened
 * to the room itself, such as its states and its staff, is not; nor is what the administrator did.
 */
export function isEntryOfExcludedRoom(actor: Actor): RawBuilder<SqlBool> {
  if (!isExcluded(actor)) return NOTHING;
  const rooms = sql.join(excludedRoomIdsOf(actor));
  return sql<SqlBool>`(case object_kind
    when 'folder' then object_id in (${foldersEverExcludedFrom(actor)})
      and not (object_id in (${rooms}) and action in ('room.create', 'room.state', 'room.appoint', 'room.remove-staff', 'room.emergency-access'))
    when 'file' then object_id in (select id from files_history where folder_id in (${foldersEverExcludedFrom(actor)}))
    when 'placeholder' then object_id in (select id from placeholders_history where folder_id in (${foldersEverExcludedFrom(actor)}))
    when 'group' then object_id in (select id from room_groups where room_id in (${rooms}))
    when 'request' then object_id in (select id from requests where room_id in (${rooms}))
    when 'link' then object_id in (select links.id from links where ${isLinkIntoExcludedRoom(actor)})
    when 'invitation' then object_id in (select invitations.id from invitations where ${isInvitationIntoExcludedRoom(actor)})
    else action in (${sql.join([...ACTIONS_WITHOUT_PLACE])}) and not (actor_kind = 'user' and actor_id = ${idOf(actor)}) end)`;
}
