import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { loadGroup, loadRoom } from '#server/authorization/groups/load-room.ts';
import type { GroupMember } from '#shared/contracts/rooms/rooms.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { listMembers } from './member-queries.ts';
import { presentMember } from './presenter.ts';
import { type CountedGroup, findGroup, listGroups } from './queries.ts';

/** Lists the groups of a room for its staff. */
export async function listRoomGroups(ctx: Context, roomId: number): Promise<CountedGroup[]> {
  await loadRoom(ctx, roomId, 'view');
  return listGroups(ctx.db, roomId);
}

/** Returns a group to the staff of its room. */
export async function readGroup(ctx: Context, id: number): Promise<CountedGroup> {
  await loadGroup(ctx, id, 'view');
  return findGroup(ctx.db, id);
}

/** Lists the members of a group, one more than `limit`; their links only for managers. */
export async function listGroupMembers(
  ctx: Context,
  id: number,
  page: { limit: number; cursor: number | undefined },
): Promise<GroupMember[]> {
  const { room } = await loadGroup(ctx, id, 'view');
  const access = (await findFolderAccess(ctx.db, ctx, [room.id]))(room.id);
  const withLink = roomPolicy.manage(ctx.actor, access);
  return (await listMembers(ctx.db, id, page)).map((member) => presentMember(ctx, member, { withLink }));
}
