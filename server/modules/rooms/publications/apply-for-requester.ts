import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { applyPublication } from './apply-publication.ts';
import type { PublicationRow } from './publication-queries.ts';
import { refusalOf } from './void-publication.ts';

const REQUESTER_LEFT =
  'The manager who requested it can no longer manage the room, or their account was deleted. Publish it again.';

/**
 * Loads the room of a publication in the name of the manager who requested it, with the rights that they have now, whatever the
 * address that somebody else approves from.
 */
export async function loadRequester(ctx: Context, { creator_id: id, room_id }: PublicationRow) {
  const { sessionToken: _, apiToken: __, ...system } = ctx;
  const actor = await reloadActor({ ...system, address: '', actor: { kind: 'user', id, isAdmin: false } });
  if (actor.kind !== 'user') throw new AppError('conflict', REQUESTER_LEFT);
  const requester = { ...system, actor };
  return { requester, room: await loadManaged(requester, room_id) };
}

async function loadManaged(requester: Context, roomId: number): Promise<LoadedRoom> {
  try {
    return await loadRoom(requester, roomId, 'manage');
  } catch (error) {
    const hasLeft = error instanceof AppError && (error.code === 'not-found' || error.code === 'forbidden');
    // The refusal itself concerns the requester: somebody else reads it.
    throw hasLeft ? new AppError('conflict', REQUESTER_LEFT, { cause: error }) : error;
  }
}

/** Publishes in the name of the manager who requested it. Throws a `RefusedPublication` where it cannot be made. */
export async function applyForRequester(ctx: Context, publication: PublicationRow): Promise<void> {
  try {
    const { requester, room } = await loadRequester(ctx, publication);
    await applyPublication(requester, room, publication);
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}
