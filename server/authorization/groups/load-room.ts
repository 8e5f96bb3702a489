import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { GROUP_COLUMNS } from '#server/database/tables/rooms/room-column-names.ts';
import type { RoomGroupsTable } from '#server/database/tables/rooms.ts';
import { blockedRoomIdsOf } from '#shared/policies/actor.ts';
import { type RoomAction, roomPolicy } from '#shared/policies/rooms.ts';
import { findFolderAccess } from '../access-level.ts';
import { authorize, hidingNotFound } from '../authorize.ts';
import { assertNotClosed } from '../grants/assert-not-closed.ts';
import { NAME_FOR_MEMBERS } from './name-for-members.ts';

export type GroupRow = Selectable<RoomGroupsTable>;

export interface LoadedRoom {
  /** The id of the root folder. */
  readonly id: number;
  readonly name: string;
}

/** A room with both of its names. */
export interface NamedRoom extends LoadedRoom {
  /** The name that members of its groups read: the code name, if it has one. */
  readonly nameForMembers: string;
}

const FORBIDDEN = 'Only the owner of the room or an administrator can do this.';
export const ROOM_NOT_FOUND = 'The room could not be found.';
const GROUP_NOT_FOUND = 'The group could not be found.';

/** Returns a room for its staff, or refuses: members of its groups do not learn that it is one. */
export async function loadRoom(ctx: Context, id: number, action: RoomAction): Promise<NamedRoom> {
  const access = (await findFolderAccess(ctx.db, ctx, [id]))(id);
  const row = await ctx.db
    .selectFrom('rooms')
    .innerJoin('folders', 'folders.id', 'rooms.folder_id')
    .select(['folders.id', 'folders.name', NAME_FOR_MEMBERS.as('nameForMembers')])
    .where('folders.id', '=', id)
    .where('folders.parent_id', 'is', null)
    .where('folders.deleted_at', 'is', null)
    .executeTakeFirst();
  if (blockedRoomIdsOf(ctx.actor).includes(id)) throw new AppError('not-found', ROOM_NOT_FOUND);
  const mayAct = roomPolicy[action](ctx.actor, access);
  // Some actions are for administrators who do not see more of the room.
  const isKnown = roomPolicy.view(ctx.actor, access) || mayAct;
  authorize(row !== undefined && isKnown, mayAct, {
    notFound: ROOM_NOT_FOUND,
    forbidden: FORBIDDEN,
  });
  if (!row) throw new AppError('not-found', ROOM_NOT_FOUND);
  assertNotClosed('room', action, access);
  return row;
}

/** Returns a group for the staff of its room, or refuses. */
export async function loadGroup(
  ctx: Context,
  id: number,
  action: RoomAction,
): Promise<{ group: GroupRow; room: NamedRoom }> {
  const group = await ctx.db
    .selectFrom('room_groups')
    .select(GROUP_COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!group) throw new AppError('not-found', GROUP_NOT_FOUND);
  const room = await hidingNotFound(GROUP_NOT_FOUND, () => loadRoom(ctx, group.room_id, action));
  return { group, room };
}
