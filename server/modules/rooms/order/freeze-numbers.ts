import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { parseRoomSettings } from '#server/authorization/publication/room-of.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { freezeNumbers as contract } from '#shared/contracts/rooms/order.ts';
import { readRoom } from '../room-settings.ts';
import { setNumbersFrozen } from '../settings-queries.ts';
import { findRoomRow } from '../state/queries.ts';

/** Stores the number of everything in a room: from now on none of them changes. */
export function freezeNumbers(ctx: Context, id: number): Promise<ResultOf<typeof contract>> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const { name } = await loadRoom(ctx, id, 'manage');
    const { settings, frozen_at } = await findRoomRow(ctx.db, id);
    if (frozen_at !== null) throw new AppError('conflict', 'The numbers of this room are frozen already.');
    if (parseRoomSettings(settings).numbering === 'dense')
      throw new AppError(
        'conflict',
        'Each group of this room has numbers of its own. Give everybody the same numbers before you freeze them.',
      );
    await setNumbersFrozen(ctx.db, id, ctx.now());
    await keepNumbers(ctx, [id]);
    await audit(ctx, { action: 'room.freeze-numbers', object: { kind: 'folder', id, name } });
    return readRoom(ctx, id);
  });
}
