import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { WatermarksTable } from '#server/database/tables/links.ts';
import { blockedRoomIdsOf } from '#shared/policies/actor.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import {
  type WatermarkAction,
  type WatermarkResource,
  watermarkPolicy,
} from '#shared/policies/watermarks.ts';
import { findFolderAccess } from '../access-level.ts';
import { authorize } from '../authorize.ts';

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
  const resource = { ownerId: row.owner_id, ...(await describeRooms(ctx, row)) };
  authorize(
    watermarkPolicy.view(ctx.actor, resource),
    watermarkPolicy[action](ctx.actor, resource),
    REFUSALS,
  );
  return row;
}

/** Lists the rooms in use that draw a watermark on pages, for everybody or for a group. */
async function listRoomsUsing(ctx: Context, id: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('rooms')
    .innerJoin('folders', 'folders.id', 'rooms.folder_id')
    .select('rooms.folder_id as id')
    .where('folders.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('rooms.watermark_id', '=', id),
        where.exists(
          where
            .selectFrom('group_rules')
            .innerJoin('room_groups', 'room_groups.id', 'group_rules.group_id')
            .select('room_groups.id')
            .whereRef('room_groups.room_id', '=', 'rooms.folder_id')
            .where('room_groups.deleted_at', 'is', null)
            .where('group_rules.watermark_id', '=', id),
        ),
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** Tells how the actor stands to the rooms of a watermark. */
async function describeRooms(
  ctx: Context,
  { id, room_id }: WatermarkRow,
): Promise<Omit<WatermarkResource, 'ownerId'>> {
  const using = await listRoomsUsing(ctx, id);
  const accessTo = await findFolderAccess(ctx.db, ctx, room_id === null ? using : [room_id, ...using]);
  const manages = (roomId: number): boolean =>
    !blockedRoomIdsOf(ctx.actor).includes(roomId) && roomPolicy.revokeAccess(ctx.actor, accessTo(roomId));
  return {
    isOfManagedRoom: room_id !== null && manages(room_id),
    isUsedElsewhere: using.some((roomId) => !manages(roomId)),
  };
}
