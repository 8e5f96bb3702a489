import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findRoomOf, parseRoomSettings } from '#server/authorization/publication/room-of.ts';
import { hasUnapproved } from './approver-queries.ts';

/** The reason for giving up what was requested, or scheduled, before the rule. */
export const APPROVED_BY_NO_MANAGER =
  'A second manager approves publications of this room, and none approved this one. Publish it again.';

/** Tells whether a second manager approves publications of a room. */
export async function needsApproval(ctx: Context, roomId: number): Promise<boolean> {
  const room = await findRoomOf(ctx, roomId);
  return room !== undefined && parseRoomSettings(room.settings).publicationApproval;
}

/** Refuses to introduce the rule while publications wait that would be made without a second manager. */
export async function assertNoneUnapproved(ctx: Context, roomId: number): Promise<void> {
  if ((await needsApproval(ctx, roomId)) || !(await hasUnapproved(ctx.db, roomId, ctx.now()))) return;
  throw new AppError(
    'conflict',
    'Publications of this room are waiting that no second manager approved. Cancel them under Publish first.',
  );
}
