import type { Context } from '#server/app/context.ts';
import { groupIdsOf, tokenFolderIds } from '#shared/policies/actor.ts';
import { listRoomsOf } from './rule-queries.ts';

/** Lists the rooms that the actor sees as a member of a group; with an API token for certain folders, those among them. */
export async function listMemberships({
  db,
  actor,
}: Context): Promise<{ roomId: number; showsAnalytics?: true }[]> {
  const rooms = await listRoomsOf(db, groupIdsOf(actor));
  const folderIds = tokenFolderIds(actor);
  return rooms
    .filter(({ roomId }) => folderIds?.includes(roomId) ?? true)
    .map(({ roomId, shows }) => ({ roomId, ...(shows === 1 && { showsAnalytics: true }) }));
}
