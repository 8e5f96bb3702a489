import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { setRoomState as contract, RoomWithSettings } from '#shared/contracts/rooms/publications.ts';
import { nextRoomStates } from '#shared/domain/rooms/room-states.ts';
import { readRoom } from '../room-settings.ts';
import { findRoomRow, setRoomStateRow } from './queries.ts';

/** Opens or closes a room, or takes it back into preparation. Counts at the next request of everybody. */
export function setRoomState(
  ctx: Context,
  id: number,
  { state, version }: BodyOf<typeof contract>,
): Promise<RoomWithSettings> {
  // Changes hold this lock too, so none is under way when a room is closed.
  return withLock(ctx, 'folder-tree', async (before) => {
    const ctx = await reloadUser(before);
    const room = await loadRoom(ctx, id, 'setState');
    const current = await findRoomRow(ctx.db, id);
    if (current.version !== version)
      throw new AppError('conflict', 'The room has changed. Reload it and try again.');
    if (!nextRoomStates(current.state).includes(state))
      throw new AppError('conflict', `A room cannot change from ${current.state} to ${state}.`);
    await setRoomStateRow(ctx.db, id, { state, version: version + 1, now: ctx.now() });
    await audit(ctx, {
      action: 'room.state',
      object: { kind: 'folder', id, name: room.name },
      details: { from: current.state, to: state },
    });
    return readRoom(ctx, id);
  });
}
