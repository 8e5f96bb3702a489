import type { Context } from '#server/app/context.ts';
import { listFoldersTowardsVisible } from '#server/authorization/groups/folders-towards.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { listMemberships as contract } from '#shared/contracts/rooms/groups/group-members.ts';
import { groupIdsOf, tokenFolderIds } from '#shared/policies/actor.ts';
import { listRoomsOf } from './rule-queries.ts';

/** Lists the rooms that the actor sees as a member of a group; with an API token for certain folders, those among them. */
export async function listMemberships(ctx: Context): Promise<ResultOf<typeof contract>> {
  const rooms = await listRoomsOf(ctx.db, groupIdsOf(ctx.actor));
  const folderIds = tokenFolderIds(ctx.actor);
  const named = rooms.filter(({ roomId }) => folderIds?.includes(roomId) ?? true);
  const towards = await listFoldersTowardsVisible(
    ctx,
    named.map(({ roomId }) => roomId),
  );
  return named.map(({ roomId, shows }) => ({
    roomId,
    ...(!towards.has(roomId) && { isEmpty: true }),
    ...(shows === 1 && { showsAnalytics: true }),
  }));
}
