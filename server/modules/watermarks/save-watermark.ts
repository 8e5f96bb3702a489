import { audit } from '#server/app/audit.ts';
import { type Context, transaction, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { loadWatermark } from '#server/authorization/links/load-watermark.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
  createWatermark as createContract,
  updateWatermark as updateContract,
} from '#shared/contracts/links/watermarks.ts';
import {
  findWatermark,
  insertWatermark,
  type ListedWatermark,
  listWatermarks,
  lockWatermark,
  setWatermark,
} from './queries.ts';

/** Far more than a person designs. */
const MAX_WATERMARKS = 100;

/** Creates a watermark of the actor; for a room only its managers do. */
export function createWatermark(
  ctx: Context,
  { roomId, ...fields }: BodyOf<typeof createContract>,
): Promise<ListedWatermark> {
  // The lock keeps simultaneous requests within the limit.
  return withLock(ctx, 'users', async (ctx) => {
    const owner = await loadCurrentUser(ctx);
    if (roomId !== null) await loadRoom(ctx, roomId, 'manage');
    if ((await listWatermarks(ctx.db, { ownerId: owner.id })).length >= MAX_WATERMARKS)
      throw new AppError(
        'conflict',
        `You have reached the limit of ${MAX_WATERMARKS} watermarks. Delete one first.`,
      );
    const values = {
      ...fields,
      owner_id: owner.id,
      room_id: roomId,
      created_at: ctx.now(),
      deleted_at: null,
    };
    const id = await insertWatermark(ctx.db, values);
    await auditWatermark(ctx, 'watermark.create', id, fields.name, { ...fields, roomId });
    return findWatermark(ctx.db, id);
  });
}

/** Changes a watermark; the next page of each visitor carries it. */
export function updateWatermark(
  ctx: Context,
  id: number,
  change: BodyOf<typeof updateContract>,
): Promise<ListedWatermark> {
  return transaction(ctx, async (ctx) => {
    await lockWatermark(ctx.db, id);
    const { name } = await loadWatermark(ctx, id, 'update');
    const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    if (Object.keys(values).length > 0) {
      await setWatermark(ctx.db, id, values);
      await auditWatermark(ctx, 'watermark.update', id, change.name ?? name, values);
    }
    return findWatermark(ctx.db, id);
  });
}

/** Deletes a watermark that no link, group or room uses. */
export function deleteWatermark(ctx: Context, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockWatermark(ctx.db, id);
    const { name } = await loadWatermark(ctx, id, 'delete');
    const { links, groups, rooms } = await findWatermark(ctx.db, id);
    const user = links > 0 ? 'Links' : groups > 0 ? 'Groups' : rooms > 0 ? 'Rooms' : undefined;
    if (user !== undefined)
      throw new AppError('conflict', `${user} use this watermark. Choose another one there first.`);
    await setWatermark(ctx.db, id, { deleted_at: ctx.now() });
    await auditWatermark(ctx, 'watermark.delete', id, name, {});
  });
}

/**
 * Checks that the actor may have a link, a group or a room use the watermark, which cannot be deleted until the transaction ends.
 */
export async function assertMayUseWatermark(ctx: Context, id: number): Promise<void> {
  await lockWatermark(ctx.db, id);
  await loadWatermark(ctx, id, 'use');
}

const auditWatermark = (
  ctx: Context,
  action: 'watermark.create' | 'watermark.update' | 'watermark.delete',
  id: number,
  name: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> => audit(ctx, { action, object: { kind: 'watermark', id, name }, details });
