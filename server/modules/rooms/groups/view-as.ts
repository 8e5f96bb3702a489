import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import {
  createViewAs,
  endViewAs,
  loadViewed,
  VIEW_AS_TIMEOUT_MS,
} from '#server/authorization/groups/view-as.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { startViewAs as contract } from '#shared/contracts/rooms/groups/view-as.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { findGroup } from './queries.ts';

/** Begins to show the room as one of its groups, or one member, sees it; returns the cookie value and the end. */
export function startViewAs(
  ctx: Context,
  roomId: number,
  viewed: BodyOf<typeof contract>,
): Promise<{ token: string; expiresAt: string }> {
  const { actor } = ctx;
  if (actor.kind === 'visitor' && actor.viewAs) throw new AppError('conflict', 'View as is already active.');
  return transaction(ctx, async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'viewAs');
    const { group, memberId } = await loadViewed(ctx, viewed);
    if (group.room_id !== room.id)
      throw new AppError(
        'not-found',
        `The ${memberId === undefined ? 'group' : 'member'} could not be found.`,
      );
    if (group.ends_at !== null && group.ends_at <= ctx.now())
      throw new AppError('conflict', 'This group has ended.');
    const token = await createViewAs(ctx, { groupId: group.id, memberId });
    await audit(ctx, {
      action: 'room.view-as',
      object: { kind: 'group', id: group.id, name: group.name },
      details: { roomId: room.id, ...(memberId !== undefined && { memberId }) },
    });
    return { token, expiresAt: isoInstant(ctx.now() + VIEW_AS_TIMEOUT_MS) };
  });
}

/** Ends the view of a room as a group, also when it has ended meanwhile. */
export async function stopViewAs(ctx: Context, roomId: number): Promise<void> {
  const { actor, viewAsToken } = ctx;
  if (actor.kind !== 'visitor' || !actor.viewAs || viewAsToken === undefined) {
    await loadRoom(ctx, roomId, 'viewAs');
    return;
  }
  if (actor.viewAs.roomId !== roomId) throw new AppError('not-found', 'The room could not be found.');
  const { groupId } = actor.viewAs;
  await transaction(ctx, async (ctx) => {
    await endViewAs(ctx, viewAsToken);
    const { name } = await findGroup(ctx.db, groupId);
    await audit(ctx, {
      action: 'room.view-as-end',
      object: { kind: 'group', id: groupId, name },
      details: { roomId },
    });
  });
}
