import type { Context } from '#server/app/context.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { loadWatermark } from '#server/authorization/links/load-watermark.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { Watermark } from '#shared/contracts/links/watermarks.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { findWatermark, type ListedWatermark, listWatermarks } from './queries.ts';

export async function listOwnWatermarks(
  before: Context,
  roomId: number | undefined,
): Promise<ListedWatermark[]> {
  const ctx = await reloadUser(before);
  if (roomId === undefined) return listWatermarks(ctx.db, { ownerId: ctx.actor.id });
  await loadRoom(ctx, roomId, 'revokeAccess');
  return listWatermarks(ctx.db, { roomId });
}

export async function getWatermark(ctx: Context, id: number): Promise<ListedWatermark> {
  await loadWatermark(ctx, id, 'view');
  return findWatermark(ctx.db, id);
}

export const presentWatermark = (row: ListedWatermark): Watermark => ({
  id: row.id,
  name: row.name,
  owner: row.owner,
  roomId: row.room_id,
  createdAt: isoInstant(row.created_at),
  template: row.template,
  angle: row.angle,
  size: row.size,
  density: row.density,
  color: row.color,
  links: row.links,
  groups: row.groups,
  rooms: row.rooms,
});
