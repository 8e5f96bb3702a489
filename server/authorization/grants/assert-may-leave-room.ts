import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { isAdminOf, isSelf } from '#shared/policies/actor.ts';
import type { LoadedFolder } from '../load-folder.ts';

/** Refuses a manager who would take a room, or the work of others out of it, away from its other managers. */
export async function assertMayLeaveRoom(
  ctx: Pick<Context, 'actor' | 'db'>,
  { id, roomId, parentAccessLevel }: LoadedFolder,
  to: number | undefined,
): Promise<void> {
  if (roomId === undefined || roomId === to || isAdminOf(ctx.actor, { roomId })) return;
  // Who made everything that is in a folder may take it along, as everywhere.
  if (id !== roomId && parentAccessLevel !== 'owner') return;
  const { owner_id: ownerId } = await ctx.db
    .selectFrom('folders')
    .select('owner_id')
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow();
  if (!isSelf(ctx.actor, ownerId))
    throw new AppError(
      'forbidden',
      "Only the owner of the room's folder or an administrator can move this out of the room.",
    );
}
