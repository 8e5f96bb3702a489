import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { hidingNotFound } from '#server/authorization/authorize.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { jobRightsOf } from '#server/authorization/job-rights.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createRoomCopy as contract, RoomCopy } from '#shared/contracts/rooms/copies.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { loadPlaces } from './load-places.ts';
import { planCopy } from './plan-copy.ts';
import * as queries from './queries.ts';

const MAX_UNFINISHED_COPIES = 10;
/** For this long the result of a copy can be read. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const COPY_NOT_FOUND = 'The copy could not be found.';

/** Queues a copy of entries of a room into a folder of another one. Limits are checked now, and again when it is made. */
export function requestCopy(
  ctx: Context,
  roomId: number,
  { entries, folderId }: BodyOf<typeof contract>,
): Promise<RoomCopy> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    await enforceMaintenanceMode(ctx);
    const places = await loadPlaces(ctx, { roomId, folderId });
    await planCopy(ctx, places, entries);
    await queries.removeEndedCopies(ctx.db, ctx.actor.id, ctx.now() - KEPT_MS);
    if ((await queries.countUnfinishedCopies(ctx.db, ctx.actor.id)) >= MAX_UNFINISHED_COPIES)
      throw new AppError(
        'conflict',
        `You have ${MAX_UNFINISHED_COPIES} copies that are not finished. Wait until one ends.`,
      );
    const { room, target } = places;
    const copy = await queries.insertCopy(ctx.db, {
      room_id: room.id,
      folder_id: target.id,
      state: 'waiting',
      requested_by_id: ctx.actor.id,
      created_at: ctx.now(),
    });
    const request = { copyId: copy.id, entries, ...jobRightsOf(ctx.actor) };
    await publish(ctx, 'room.copy_requested', request, { ownerId: ctx.actor.id });
    await audit(ctx, {
      action: 'copy.create',
      object: { kind: 'folder', id: room.id, name: room.name },
      details: { copyId: copy.id, entries, to: target.id },
    });
    return presentCopy(copy);
  });
}

/** Returns a copy to its creator while they see the room that it is from. */
export async function readCopy(ctx: Context, id: number): Promise<RoomCopy> {
  const copy = await queries.findCopy(ctx.db, id);
  if (!copy || !isSelf(ctx.actor, copy.requested_by_id)) throw new AppError('not-found', COPY_NOT_FOUND);
  await hidingNotFound(COPY_NOT_FOUND, () => loadRoom(ctx, copy.room_id, 'view'));
  return presentCopy(copy);
}

const presentCopy = (copy: queries.CopyRow): RoomCopy => ({
  id: copy.id,
  roomId: copy.room_id,
  folderId: copy.folder_id,
  state: copy.state,
  error: copy.error,
  folders: copy.folders,
  files: copy.files,
  createdAt: isoInstant(copy.created_at),
  finishedAt: isoInstantOrNull(copy.finished_at),
});
