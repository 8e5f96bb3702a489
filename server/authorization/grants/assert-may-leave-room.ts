import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { isAdminOf, isSelf } from '#shared/policies/actor.ts';
import type { LoadedFile } from '../load-file.ts';
import type { LoadedFolder } from '../load-folder.ts';

const STAYS_IN_ROOM =
  "Only the owner of the room's folder or an administrator can move this out of the room.";

/**
 * Refuses a move that would take a room, or the work of others in it, away from the other managers of the room; also a move by
 * members of groups, who would own what they moved.
 */
export async function assertMayLeaveRoom(
  ctx: Pick<Context, 'actor' | 'db'>,
  { id, roomId, parentAccessLevel, groupAccess }: LoadedFolder,
  to: number | undefined,
): Promise<void> {
  if (roomId === undefined || roomId === to || isAdminOf(ctx.actor, { roomId })) return;
  // The owner of everything in a folder may take it along, as everywhere.
  if (id !== roomId && parentAccessLevel !== 'owner' && !groupAccess) return;
  await assertOwnsRooms(ctx, [roomId]);
}

/**
 * Refuses to take files of others out of a room. Their owners take them along, as everywhere, unless they are in the room as
 * members of a group.
 */
export async function assertFilesMayLeaveRoom(
  ctx: Pick<Context, 'actor' | 'db'>,
  files: readonly LoadedFile[],
  to: number | undefined,
): Promise<void> {
  const others = files.filter(
    (file) =>
      !isAdminOf(ctx.actor, file) && (file.groupAccess !== undefined || !isSelf(ctx.actor, file.owner_id)),
  );
  const roomIds = others.flatMap(({ roomId }) => (roomId === undefined || roomId === to ? [] : roomId));
  if (roomIds.length > 0) await assertOwnsRooms(ctx, [...new Set(roomIds)]);
}

async function assertOwnsRooms(
  { actor, db }: Pick<Context, 'actor' | 'db'>,
  roomIds: readonly number[],
): Promise<void> {
  const owners = await db.selectFrom('folders').select('owner_id').where('id', 'in', roomIds).execute();
  if (!owners.every(({ owner_id }) => isSelf(actor, owner_id)))
    throw new AppError('forbidden', STAYS_IN_ROOM);
}
