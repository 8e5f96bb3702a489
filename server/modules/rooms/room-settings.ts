import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { parseRoomSettings } from '#server/authorization/publication/room-of.ts';
import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import type {
  getRoom as contract,
  updateRoom as updateContract,
} from '#shared/contracts/rooms/publications.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { findRoomSettings, setRoomSettings } from './publication-queries.ts';

/** Returns a room with its settings to its staff. */
export async function readRoom(ctx: Context, id: number): Promise<ResultOf<typeof contract>> {
  const { name } = await loadRoom(ctx, id, 'view');
  const access = (await findFolderAccess(ctx.db, ctx, [id]))(id);
  const staffRole = roomPolicy.manage(ctx.actor, access) ? 'manager' : 'editor';
  return { id, name, staffRole, settings: parseRoomSettings(await findRoomSettings(ctx.db, id)) };
}

/** Changes the settings of a room; keys of later versions are kept. */
export function updateRoom(
  ctx: Context,
  id: number,
  settings: BodyOf<typeof updateContract>['settings'],
): Promise<ResultOf<typeof contract>> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, id, 'manage');
    const current: object = JSON.parse(await findRoomSettings(ctx.db, id));
    await setRoomSettings(ctx.db, id, JSON.stringify({ ...current, ...settings }));
    await audit(ctx, {
      action: 'room.update',
      object: { kind: 'folder', id, name: room.name },
      details: { settings },
    });
    return readRoom(ctx, id);
  });
}
