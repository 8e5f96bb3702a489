import type { Context } from '#server/app/context.ts';
import { findRoomIdOf, findRoomOf, parseRoomSettings } from '#server/authorization/publication/room-of.ts';
import { findLastPublication } from './restore-queries.ts';

/** The time after a deletion in which *Undo* leaves published what was. */
const UNDO_MS = 60_000;

/**
 * Returns a test, by the time of the deletion, of what becomes a draft when it is restored to a folder: in a room in which a
 * second manager approves what groups gain, all but a deletion that is undone at once, while nothing was published that could
 * show it to more people than before.
 */
export async function becomesDraftIn(
  ctx: Context,
  folderId: number | null,
): Promise<(deletedAt: number | null) => boolean> {
  const room = folderId === null ? undefined : await findRoomOf(ctx, folderId);
  if (folderId === null || room?.hasGroups !== 1 || !parseRoomSettings(room.settings).publicationApproval)
    return () => false;
  const roomId = await findRoomIdOf(ctx, folderId);
  const published = roomId === undefined ? 0 : await findLastPublication(ctx.db, roomId, ctx.now());
  const since = Math.max(published, ctx.now() - UNDO_MS);
  return (deletedAt) => deletedAt === null || deletedAt <= since;
}
