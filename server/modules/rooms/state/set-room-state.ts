import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { requestTreeHead } from '#server/modules/evidence/sign-tree-head.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { setRoomState as contract, RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { nextRoomStates } from '#shared/domain/rooms/room-states.ts';
import { isRemovalDue } from '../removal/complete-archive-queries.ts';
import { readRoom } from '../room-settings.ts';
import {
  findFinalArchive,
  findRoomRow,
  keepArchive,
  type RoomRow,
  setRemoval,
  setRoomStateRow,
} from './queries.ts';

/** Opens, closes or archives a room, or takes it back into preparation. Counts at the next request of everybody. */
export function setRoomState(
  ctx: Context,
  id: number,
  { state, version, deleteBytesAt }: BodyOf<typeof contract>,
): Promise<RoomWithSettings> {
  // Changes hold this lock too, so none is under way when a room is closed.
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, id, 'setState');
    const current = await findRoomRow(ctx.db, id);
    if (current.version !== version)
      throw new AppError('conflict', 'The room has changed. Reload it and try again.');
    const changesDate = state === 'closed' && current.state === 'closed' && deleteBytesAt !== undefined;
    if (!changesDate && !nextRoomStates(current.state).includes(state))
      throw new AppError('conflict', `A room cannot change from ${current.state} to ${state}.`);
    if (current.bytes_removed_at !== null && state !== 'archived')
      throw new AppError('conflict', 'The content of this room was removed, so it stays closed.');
    if (current.final_archive_id !== null && state !== 'archived')
      await assertMayChangeRemoval(ctx, id, changesDate);
    const removesAt = parseDate(deleteBytesAt, ctx.now());
    const archiveId = state === 'archived' ? await keepFinalArchive(ctx, current) : undefined;
    const next = { state, version: version + 1, now: ctx.now(), archiveId, removesAt };
    await (changesDate ? setRemoval(ctx.db, id, next) : setRoomStateRow(ctx.db, id, next));
    await audit(ctx, {
      action: 'room.state',
      object: { kind: 'folder', id, name: room.name },
      details: {
        from: current.state,
        to: state,
        ...(archiveId !== undefined && { archiveId }),
        ...(deleteBytesAt !== undefined && { deleteBytesAt }),
      },
    });
    // Covers the log up to the change; of an archived room to its end.
    await requestTreeHead(ctx);
    return readRoom(ctx, id);
  });
}

/**
 * Refuses to open a room that keeps an archive: part of its content is gone. Its date can change while the removal has stopped,
 * since no archive has all that is left.
 */
async function assertMayChangeRemoval(ctx: Context, id: number, changesDate: boolean): Promise<void> {
  if (await isRemovalDue(ctx.db, id, ctx.now()))
    throw new AppError('conflict', 'The content of this room is being removed, so it stays closed.');
  if (!changesDate)
    throw new AppError('conflict', 'Part of the content of this room was removed, so it stays closed.');
}

function parseDate(deleteBytesAt: string | null | undefined, now: number): number | null | undefined {
  if (deleteBytesAt === undefined || deleteBytesAt === null) return deleteBytesAt;
  const at = Date.parse(deleteBytesAt);
  if (at > now) return at;
  const message = 'The date is in the past.';
  throw new AppError('invalid', message, { fields: { deleteBytesAt: message } });
}

/** Keeps the archive of the whole room that was made and verified since it was closed, or refuses without one. */
async function keepFinalArchive(ctx: Context, room: RoomRow): Promise<number> {
  const archive = await findFinalArchive(ctx.db, room, ctx.now());
  // The maintenance may just have removed it because it expired.
  if (!archive || !(await keepArchive(ctx.db, archive.id)))
    throw new AppError('conflict', 'Create and verify an archive first.');
  return archive.id;
}
