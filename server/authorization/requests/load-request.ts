import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { RequestsTable } from '#server/database/tables/requests.ts';
import { REQUEST_COLUMNS } from '#server/database/tables/rooms/room-column-names.ts';
import { groupIdsIn, isAdminOf, isMember } from '#shared/policies/actor.ts';
import { type RequestAction, requestPolicy } from '#shared/policies/requests.ts';
import { type FolderAccess, findFolderAccess } from '../access-level.ts';
import { authorize } from '../authorize.ts';
import { assertNotClosed } from '../grants/assert-not-closed.ts';
import { loadRoom } from '../groups/load-room.ts';

export type RequestRow = Selectable<RequestsTable>;

export interface LoadedRequest extends RequestRow {
  /** The actor is staff of the room; otherwise a member of the group of the request. */
  readonly isStaff: boolean;
}

const NOT_FOUND = 'The request could not be found.';
const FORBIDDEN = 'Only the staff of the room can do this.';

interface RequestAccess extends Pick<FolderAccess, 'roomState'> {
  readonly isStaff: boolean;
  readonly groupIds: readonly number[];
}

/** Tells which requests of a room the actor sees: all as staff, those of a group, or none. */
async function findRequestAccess(ctx: Context, roomId: number): Promise<RequestAccess> {
  const { isActive, accessLevel, roomState } = (await findFolderAccess(ctx.db, ctx, [roomId]))(roomId);
  const room = await ctx.db
    .selectFrom('rooms')
    .innerJoin('folders', 'folders.id', 'rooms.folder_id')
    .select('folders.id')
    .where('folders.id', '=', roomId)
    .where('folders.parent_id', 'is', null)
    .where('folders.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!room || !isActive) return { isStaff: false, groupIds: [] };
  if (isAdminOf(ctx.actor, { roomId }) || isMember({ accessLevel }))
    return { isStaff: true, groupIds: [], roomState };
  const groupIds = groupIdsIn(ctx.actor, roomId);
  if (groupIds.length === 0) return { isStaff: false, groupIds };
  const groups = await ctx.db
    .selectFrom('room_groups')
    .select('id')
    .where('room_id', '=', roomId)
    .where('id', 'in', groupIds)
    .where('deleted_at', 'is', null)
    .execute();
  return { isStaff: false, groupIds: groups.map(({ id }) => id) };
}

/**
 * Returns whether the actor sees the whole request list of a room, or the groups whose part they see; others do not learn that it
 * is a room.
 */
export async function loadRequestList(ctx: Context, roomId: number): Promise<RequestAccess> {
  const access = await findRequestAccess(ctx, roomId);
  // The same refusal as for everything else of a room.
  if (!access.isStaff && access.groupIds.length === 0) await loadRoom(ctx, roomId, 'view');
  return access;
}

/** Returns a request for the staff of its room or for its group, or refuses. */
export async function loadRequest(ctx: Context, id: number, action: RequestAction): Promise<LoadedRequest> {
  const row = await ctx.db
    .selectFrom('requests')
    .select(REQUEST_COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', NOT_FOUND);
  const { isStaff, groupIds, roomState } = await findRequestAccess(ctx, row.room_id);
  const resource = {
    accessLevel: isStaff ? ('collaborator' as const) : ('none' as const),
    isOfGroup: row.group_id !== null && groupIds.includes(row.group_id),
    roomId: row.room_id,
  };
  authorize(requestPolicy.view(ctx.actor, resource), requestPolicy[action](ctx.actor, resource), {
    notFound: NOT_FOUND,
    forbidden: FORBIDDEN,
  });
  assertNotClosed('request', action, { roomState });
  return { ...row, isStaff };
}
