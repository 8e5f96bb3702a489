import type { Context } from '#server/app/context.ts';
import { findRoomIdOf } from '#server/authorization/publication/room-of.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import { listRoomsOfGroups, seesMoreThanRoom } from './room-queries.ts';

/**
 * Finds the room that a question counts for: that of the folder in which it is asked, or the only one whose groups the actor
 * belongs to, if nothing outside it was searched. Its managers may read the question.
 */
export async function findQuestionRoom(
  ctx: Context,
  folderId: number | undefined,
): Promise<number | undefined> {
  if (folderId !== undefined) return findRoomIdOf(ctx, folderId);
  const groupIds = groupIdsOf(ctx.actor);
  if (groupIds.length === 0) return undefined;
  const [roomId, ...others] = await listRoomsOfGroups(ctx.db, groupIds);
  if (roomId === undefined || others.length > 0) return undefined;
  return (await seesMoreThanRoom(ctx.db, ctx, roomId)) ? undefined : roomId;
}
