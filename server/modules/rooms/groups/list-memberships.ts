import type { Context } from '#server/app/context.ts';
import { groupIdsOf, tokenFolderIds } from '#shared/policies/actor.ts';
import { listRoomIdsOf } from './rule-queries.ts';

/** Lists the rooms that the actor sees as a member of a group; with an API token for certain folders, those among them. */
export async function listMemberships({ db, actor }: Context): Promise<{ roomId: number }[]> {
  const roomIds = await listRoomIdsOf(db, groupIdsOf(actor));
  const folderIds = tokenFolderIds(actor);
  return roomIds.filter((id) => folderIds?.includes(id) ?? true).map((roomId) => ({ roomId }));
}
