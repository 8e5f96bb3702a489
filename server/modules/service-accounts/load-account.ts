import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { hidingNotFound } from '#server/authorization/authorize.ts';
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
  const room = await hidingNotFound(NOT_FOUND, () => loadRoom(ctx, account.roomId, action));
  return { account, room };
}
