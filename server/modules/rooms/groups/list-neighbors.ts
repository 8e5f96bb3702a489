import type { Context } from '#server/app/context.ts';
import { loadRequestList } from '#server/authorization/requests/load-request.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { listRoomMembers as contract } from '#shared/contracts/rooms/groups/group-members.ts';
import { listNeighbors } from './rule-queries.ts';

/**
 * Lists the members of the actor's own group in a room, where the group lets them see each other; nobody otherwise, nor for the
 * staff, who see every group. Never names the group.
 */
export async function listRoomMembers(
  ctx: Context,
  roomId: number,
  page: PageRequest,
): Promise<ResultOf<typeof contract>> {
  const { isStaff, groupIds } = await loadRequestList(ctx, roomId);
  return isStaff ? [] : listNeighbors(ctx, roomId, groupIds, page);
}
