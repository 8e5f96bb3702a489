import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import type { RoomAction } from '#shared/policies/rooms.ts';
import { type AccountRow, findAccount } from './queries.ts';

const NOT_FOUND = 'The service account could not be found.';

/** Returns a service account for those who may do this in its room, or refuses. */
export async function loadAccount(
  ctx: Context,
  id: number,
  action: RoomAction,
): Promise<{ account: AccountRow; room: LoadedRoom }> {
  const account = await findAccount(ctx.db, id);
  if (!account) throw new AppError('not-found', NOT_FOUND);
  try {
    return { account, room: await loadRoom(ctx, account.roomId, action) };
  } catch (error) {
    const isHidden = error instanceof AppError && error.code === 'not-found';
    throw isHidden ? new AppError('not-found', NOT_FOUND) : error;
  }
}
