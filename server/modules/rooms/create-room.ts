import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { accessOf } from '#server/authorization/access-level.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { Room } from '#shared/contracts/rooms/rooms.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { insertRoom, isRoom, listRooms as queryRooms } from './queries.ts';

/** Lists the rooms of which the actor is staff, one more than `limit`. */
export async function listRooms(
  ctx: Context,
  page: { limit: number; cursor: number | undefined },
): Promise<Room[]> {
  const rows = await queryRooms(ctx.db, ctx, page);
  return rows.map(({ id, name, access_level }) => {
    const mayManage = roomPolicy.manage(ctx.actor, accessOf(access_level));
    return { id, name, staffRole: mayManage ? 'manager' : 'editor' };
  });
}

/** Makes a root folder a room. Nobody's access changes until groups are given some. */
export function createRoom(ctx: Context, folderId: number): Promise<Room> {
  return withLock(ctx, 'folder-tree', async (before) => {
    const ctx = await reloadUser(before);
    const folder = await loadFolder(ctx, folderId, 'manageAccess');
    if (folder.parent_id !== null) throw new AppError('conflict', 'Only a root folder can become a room.');
    if (await isRoom(ctx.db, folderId)) throw new AppError('conflict', 'This folder is a room already.');
    await insertRoom(ctx.db, {
      folder_id: folderId,
      created_by_id: ctx.actor.id,
      created_at: ctx.now(),
    });
    await audit(ctx, {
      action: 'room.create',
      object: { kind: 'folder', id: folderId, name: folder.name },
    });
    return { id: folderId, name: folder.name, staffRole: 'manager' };
  });
}
