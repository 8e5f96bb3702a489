import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { WatermarksTable } from '#server/database/tables/links.ts';
import { type WatermarkAction, watermarkPolicy } from '#shared/policies/watermarks.ts';
import { authorize } from '../authorize.ts';
import { loadRoom } from '../groups/load-room.ts';

export type WatermarkRow = Selectable<WatermarksTable>;

const REFUSALS = {
  notFound: 'The watermark could not be found',
  forbidden: "You don't have permission to do this with the watermark",
};

/** Loads a watermark by its id; the only way to do so. Deleted ones are not found. */
export async function loadWatermark(
  ctx: Context,
  id: number,
  action: WatermarkAction,
): Promise<WatermarkRow> {
  const row = await ctx.db
    .selectFrom('watermarks')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', REFUSALS.notFound);
  const resource = {
    ownerId: row.owner_id,
    isOfManagedRoom: row.room_id !== null && (await managesRoom(ctx, row.room_id)),
  };
  authorize(
    watermarkPolicy.view(ctx.actor, resource),
    watermarkPolicy[action](ctx.actor, resource),
    REFUSALS,
  );
  return row;
}

async function managesRoom(ctx: Context, roomId: number): Promise<boolean> {
  try {
    await loadRoom(ctx, roomId, 'revokeAccess');
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
