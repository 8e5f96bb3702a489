import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AuditAction } from '#shared/domain/audit-actions.ts';
import { type Actor, excludedRoomIdsOf, isAdmin } from '#shared/policies/actor.ts';
import { isInvitationIntoExcludedRoom, isLinkIntoExcludedRoom } from './excluded-objects.ts';

const idOf = (actor: Actor): number => (actor.kind === 'user' ? actor.id : 0);

/** Names the events of a room itself, which administrators see of every room. */
const ACTIONS_ON_ROOMS: readonly AuditAction[] = [
  'room.create',
  'room.state',
  'room.appoint',
  'room.remove-staff',
  'room.emergency-access',
];

/** Actions whose entries name no object: a question, or the files of an answer or an archive, may be about any room. */
const SEARCHES: readonly AuditAction[] = [
  'search.ask',
  'search.ask-model',
  'search.export',
  'saved-search.create',
  'saved-search.update',
  'saved-search.delete',
];
const ACTIONS_WITHOUT_PLACE: readonly AuditAction[] = [...SEARCHES, 'file.archive'];

/**
 * The rooms that excluded administrators when they were permanently deleted, as a query of ids: nobody can open emergency access
 * to them any more.
 */
const PURGED_ROOMS = sql`select last.folder_id from rooms_history last
  where last.administrators_can_read = 0 and last.folder_id not in (select rooms.folder_id from rooms)
    and not exists (select 1 from rooms_history later
      where later.folder_id = last.folder_id and later.valid_from_at > last.valid_from_at)`;

/** The rooms whose entries this administrator reads without names and details, as a query of ids. */
const hiddenRooms = (actor: Actor): RawBuilder<unknown> =>
  sql`select folder_id from rooms_history where folder_id in (${sql.join([0, ...excludedRoomIdsOf(actor)])}) union ${PURGED_ROOMS}`;

/** The folders that are or were in these rooms, purged ones among them, as a query of ids. */
const hiddenFolders = (rooms: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with recursive excluded(id) as (
    select folder_id from (${rooms}) as roots
    union select folders_history.id from folders_history join excluded on folders_history.parent_id = excluded.id
  ) select id from excluded`;

/** How the details of the creation of a link into a group begin. Part of stored data. */
const GROUP_DETAIL = sql.lit('{"targets":[],"groupId":');

/**
 * The links that were created for groups of these rooms, as a query of ids, also once the groups are gone: the entry names the
 * room or, in earlier versions, the group alone.
 */
const linksIntoGroups = (rooms: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select created.object_id from audit_log as created
  where created.action = 'link.create' and created.object_kind = 'link' and created.result = 'done'
    and (created.room_id in (${rooms}) or (created.details like ${GROUP_DETAIL} || '%' and exists (select 1 from room_groups_history
      where room_id in (${rooms}) and (created.details = ${GROUP_DETAIL} || room_groups_history.id || '}'
        or created.details like ${GROUP_DETAIL} || room_groups_history.id || ',%'))))`;

const isOneOf = (actions: readonly AuditAction[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`action in (${sql.join([...actions])})`;

/**
 * Tells whether the row of `audit_log` is about the contents of a room that excludes this administrator, or excluded
 * administrators when it was permanently deleted. Entries about the room itself, such as its states and its staff, do not count,
 * nor do questions that the administrator asked.
 */
export function isEntryOfExcludedRoom(actor: Actor): RawBuilder<SqlBool> {
  if (!isAdmin(actor)) return sql<SqlBool>`1 = 0`;
  const rooms = hiddenRooms(actor);
  const isOwn = sql`(actor_kind = 'user' and actor_id = ${idOf(actor)})`;
  return sql<SqlBool>`(case
    when room_id is not null then room_id in (${rooms})
      and not (coalesce(object_kind, '') = 'folder' and object_id = room_id and ${isOneOf(ACTIONS_ON_ROOMS)})
      and not (${isOneOf(ACTIONS_WITHOUT_PLACE)} and ${isOwn})
    when object_kind = 'folder' then object_id in (${hiddenFolders(rooms)})
      and not (object_id in (${rooms}) and ${isOneOf(ACTIONS_ON_ROOMS)})
    else ${isOlderEntry(actor, rooms, isOwn)} end)`;
}

/**
 * Tells the same about entries that name no room: those of earlier versions, refused calls, and those about several rooms or
 * none. After a room was deleted, only entries that certainly belonged to it count: deleting a room must not hide other entries.
 */
function isOlderEntry(
  actor: Actor,
  rooms: RawBuilder<unknown>,
  isOwn: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const isDuringPurged = sql`exists (select 1 from rooms_history purged where purged.folder_id in (${PURGED_ROOMS})
    and audit_log.occurred_at >= purged.valid_from_at and audit_log.occurred_at <= purged.valid_until_at)`;
  const isAnyQuestion = excludedRoomIdsOf(actor).length > 0 ? sql`1 = 1` : sql`1 = 0`;
  return sql<SqlBool>`case object_kind
    when 'file' then object_id in (select id from files_history where folder_id in (${hiddenFolders(rooms)}))
    when 'placeholder' then object_id in (select id from placeholders_history where folder_id in (${hiddenFolders(rooms)}))
    when 'group' then object_id in (select id from room_groups_history where room_id in (${rooms}))
    when 'request' then object_id in (select id from requests where room_id in (${rooms}))
      or (${isDuringPurged} and object_id not in (select id from requests))
    when 'link' then object_id in (select links.id from links where ${isLinkIntoExcludedRoom(actor)})
      or object_id in (select link_id from link_targets_history where entry_kind = 'folder' and entry_id in (${hiddenFolders(rooms)})
        or entry_kind = 'file' and entry_id in (select id from files_history where folder_id in (${hiddenFolders(rooms)})))
      or object_id in (${linksIntoGroups(rooms)})
    when 'invitation' then object_id in (select invitations.id from invitations where ${isInvitationIntoExcludedRoom(actor)})
      or object_id in (select invitation_id from invitation_folders_history where folder_id in (${hiddenFolders(rooms)}))
      or object_id in (select invitation_id from group_members_history where room_id in (${rooms}) and invitation_id is not null)
    else ((${isOneOf(ACTIONS_WITHOUT_PLACE)} and ${isAnyQuestion}) or (${isOneOf(SEARCHES)} and ${isDuringPurged})) and not ${isOwn} end`;
}
