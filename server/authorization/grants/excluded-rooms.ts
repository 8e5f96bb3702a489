import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, excludedRoomIdsOf } from '#shared/policies/actor.ts';
import { foldersBelow } from '../folder-descendants.ts';
import { type FolderSource, SOURCES } from './folder-sources.ts';

/**
 * The ids of rooms that administrators may not read, joined with commas, as an SQL expression. It leaves out rooms to which this
 * administrator has emergency access now, and is null for other users and if there are no such rooms.
 */
export const excludedRoomIds = (
  { user, isAdmin }: { user: RawBuilder<unknown>; isAdmin: RawBuilder<unknown> },
  now: number,
): RawBuilder<string | null> =>
  sql<string | null>`(select string_agg(cast(rooms.folder_id as text), ',') from rooms
    where rooms.administrators_can_read = 0 and ${isAdmin} = 1 and not exists (
      select 1 from emergency_accesses where emergency_accesses.room_id = rooms.folder_id
        and emergency_accesses.user_id = ${user} and emergency_accesses.expires_at > ${now}))`;

/** Converts the result of `excludedRoomIds` to the property of an actor. */
export const withoutRooms = (joined: string | null): { excludedRoomIds?: readonly number[] } =>
  joined === null ? {} : { excludedRoomIds: joined.split(',').map(Number) };

const withDescendants = (roots: RawBuilder<unknown>, folders: RawBuilder<unknown>) =>
  sql`with recursive ${foldersBelow({ name: sql`excluded`, roots, folders })} select id from excluded`;

/** The folders of the rooms that exclude this administrator, as a query of ids. */
export const foldersExcludedFrom = (actor: Actor): RawBuilder<unknown> =>
  withDescendants(
    sql`select id from folders where id in (${sql.join([0, ...excludedRoomIdsOf(actor)])}) and parent_id is null`,
    SOURCES.all,
  );

/**
 * Tells whether administrators may share a folder because of their role. Emergency access does not let them share folders of a
 * room that they may not read.
 */
export const mayAdministratorsShare = (
  folderId: RawBuilder<unknown>,
  source: FolderSource,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`${folderId} not in (${withDescendants(
    sql`select f.id from rooms join ${SOURCES[source]} f on f.id = rooms.folder_id and f.parent_id is null
      where rooms.administrators_can_read = 0`,
    SOURCES[source],
  )})`;
