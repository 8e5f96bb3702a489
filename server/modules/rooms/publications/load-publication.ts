import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { hidingNotFound } from '#server/authorization/authorize.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import type { Publication } from '#shared/contracts/rooms/publications.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import {
  findListedPublication,
  findPublication,
  type ListedPublication,
  type PublicationRow,
} from './publication-queries.ts';

export const PUBLICATION_NOT_FOUND = 'The publication could not be found.';

/** Returns a publication that was not canceled, with its room, for the managers of the room; or refuses. */
export async function loadPublication(
  ctx: Context,
  id: number,
): Promise<{ publication: PublicationRow; room: LoadedRoom }> {
  const publication = await findPublication(ctx.db, id);
  if (!publication) throw new AppError('not-found', PUBLICATION_NOT_FOUND);
  const room = await hidingNotFound(PUBLICATION_NOT_FOUND, () =>
    loadRoom(ctx, publication.room_id, 'manage'),
  );
  return { publication, room };
}

/** Tells whether the actor manages the room, whatever its state. */
export async function mayManage(ctx: Context, roomId: number): Promise<boolean> {
  return roomPolicy.manage(ctx.actor, (await findFolderAccess(ctx.db, ctx, [roomId]))(roomId));
}

/** Presents a publication to somebody who manages the room, or to another member of its staff. */
export function presentPublication(ctx: Context, row: ListedPublication, isManager: boolean): Publication {
  const isDue = row.publish_at <= ctx.now();
  const state = row.state ?? (isDue ? 'published' : 'scheduled');
  return {
    id: row.id,
    publishAt: isoInstant(row.publish_at),
    isDue: isDue && state === 'published',
    folders: row.folders,
    files: row.files,
    changes: Number(row.changes ?? 0),
    groups: JSON.parse(row.difference),
    state,
    requestedBy: row.requested_by,
    decidedBy: row.decided_by,
    reason: row.reason,
    version: state === 'requested' ? row.state_hash : null,
    approver: row.approver,
    mayDecide:
      state === 'requested' && row.approver === null && isManager && !isSelf(ctx.actor, row.creator_id),
  };
}

export const presentPublicationOf = async (ctx: Context, id: number): Promise<Publication> =>
  presentPublication(ctx, await findListedPublication(ctx.db, id), true);
