import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { hidingNotFound } from '#server/authorization/authorize.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { loadRequestList } from '#server/authorization/requests/load-request.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import type { Area } from '#shared/contracts/rooms/requests.ts';
import {
  type AreaRow,
  findAreaRow,
  insertArea,
  listAreaRows,
  removeAreaRow,
  setAreaName,
} from './area-queries.ts';

const MAX_AREAS = 200;
const NOT_FOUND = 'The area could not be found.';

const presentArea = ({ id, room_id, name }: AreaRow): Area => ({ id, roomId: room_id, name });

/** Lists the areas of a room: all for staff, those of its requests for a group. */
export async function listAreas(ctx: Context, roomId: number): Promise<Area[]> {
  const { isStaff, groupIds } = await loadRequestList(ctx, roomId);
  return (await listAreaRows(ctx.db, roomId, isStaff ? undefined : groupIds)).map(presentArea);
}

export function createArea(ctx: Context, roomId: number, name: string): Promise<Area> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'edit');
    const areas = await listAreaRows(ctx.db, roomId, undefined);
    if (areas.length >= MAX_AREAS)
      throw new AppError('conflict', `A request list can have at most ${MAX_AREAS} areas.`);
    assertFree(areas, name);
    const area = await insertArea(ctx.db, { room_id: roomId, name, name_key: accountKey(name) });
    await auditArea(ctx, 'area.create', room, area);
    return presentArea(area);
  });
}

export function renameArea(ctx: Context, id: number, name: string): Promise<Area> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { area, room } = await loadArea(ctx, id);
    const others = (await listAreaRows(ctx.db, area.room_id, undefined)).filter((other) => other.id !== id);
    assertFree(others, name);
    await setAreaName(ctx.db, id, name, accountKey(name));
    await auditArea(ctx, 'area.update', room, { ...area, name });
    return presentArea({ ...area, name });
  });
}

export function deleteArea(ctx: Context, id: number): Promise<void> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { area, room } = await loadArea(ctx, id);
    await removeAreaRow(ctx.db, id);
    await auditArea(ctx, 'area.delete', room, area);
  });
}

function assertFree(areas: readonly AreaRow[], name: string): void {
  if (!areas.some(({ name_key }) => name_key === accountKey(name))) return;
  const message = 'There is an area of this name already.';
  throw new AppError('conflict', message, { fields: { name: message } });
}

async function loadArea(ctx: Context, id: number): Promise<{ area: AreaRow; room: LoadedRoom }> {
  const area = await findAreaRow(ctx.db, id);
  if (!area) throw new AppError('not-found', NOT_FOUND);
  const room = await hidingNotFound(NOT_FOUND, () => loadRoom(ctx, area.room_id, 'edit'));
  return { area, room };
}

/** Records what was done with an area as an event of its room. */
export const auditArea = (
  ctx: Context,
  action: 'area.create' | 'area.update' | 'area.delete',
  room: Pick<LoadedRoom, 'id' | 'name'>,
  { id: areaId, name }: AreaRow,
): Promise<void> =>
  audit(ctx, {
    action,
    object: { kind: 'folder', id: room.id, name: room.name },
    details: { areaId, name },
  });
