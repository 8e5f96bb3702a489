import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { reloadCaller } from '#server/authorization/reload-actor.ts';
import { requestTreeHead } from '#server/modules/evidence/sign-tree-head.ts';
import type { Approval } from '#shared/contracts/rooms/approvals.ts';
import type { GroupDifference } from '#shared/contracts/rooms/drafts.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { MAX_LISTED_APPROVALS } from '#shared/domain/limits.ts';
import { applyForRequester } from './apply-for-requester.ts';
import { APPROVED_BY_NO_MANAGER, needsApproval } from './approval-rule.ts';
import { findApprover, listAwaited, setDecision } from './approver-queries.ts';
import { auditPublication } from './audit-publication.ts';
import { hashDrafts } from './difference.ts';
import { PUBLICATION_NOT_FOUND } from './load-publication.ts';
import { mailManagers } from './mail-managers.ts';
import { findPublication, findRoomName, setPublication, setUnpublished } from './publication-queries.ts';
import { approveOrVoid, CHANGED_SINCE, RefusedPublication } from './void-publication.ts';

const NOT_PUBLISHED =
  'It could not be published. The managers of the data room were notified, and can ask you again.';

/** Lists the publications that wait for the agreement of the actor, each with what changes for their own group alone. */
export async function listApprovals(ctx: Context): Promise<Approval[]> {
  return (await listAwaited(ctx.db, ctx.actor, MAX_LISTED_APPROVALS)).map((row) => {
    const groups: GroupDifference[] = JSON.parse(row.difference);
    const own = groups.find(({ groupId }) => groupId === row.group_id);
    return {
      id: row.id,
      roomId: row.room_id,
      publishAt: row.publish_at <= row.created_at ? null : isoInstant(row.publish_at),
      version: row.state_hash,
      gains: own?.gains ?? 0,
      loses: own?.loses ?? 0,
      changes: own?.changes ?? 0,
    };
  });
}

/**
 * Tells whether a member of the other party decides about a publication. Where a manager does, it does not exist for visitors.
 */
export async function awaitsMember(ctx: Context, id: number): Promise<boolean> {
  const approver = await findApprover(ctx.db, id, ctx.actor);
  if (!approver && ctx.actor.kind !== 'user') throw new AppError('not-found', PUBLICATION_NOT_FOUND);
  return approver !== undefined;
}

/**
 * Agrees to a publication as the member who was named. It is published now, or waits for its date. Refuses, and voids it, when it
 * is no longer what was requested or cannot be made. The reason names what the member may not see: the managers learn it.
 */
export function agreeToPublication(ctx: Context, id: number, version: string): Promise<void> {
  return approveOrVoid(
    ctx,
    id,
    () => agree(ctx, id, version),
    (reason) => (reason === CHANGED_SINCE ? CHANGED_SINCE : NOT_PUBLISHED),
  );
}

function agree(ctx: Context, id: number, version: string): Promise<void> {
  return withLock(ctx, 'folder-tree', async (before) => {
    const ctx = await reloadCaller(before);
    const { publication, approver, room } = await loadAwaited(ctx, id);
    const isImmediate = publication.publish_at <= publication.created_at;
    if (!isImmediate && publication.publish_at <= ctx.now())
      throw new AppError('conflict', 'The time of this publication has passed.');
    if (version !== approver.state_hash)
      throw new AppError('conflict', 'The publication has changed. Check it again.');
    if ((await hashDrafts(ctx, room.id, id)) !== approver.state_hash)
      throw new RefusedPublication(CHANGED_SINCE);
    if (await needsApproval(ctx, room.id)) throw new RefusedPublication(APPROVED_BY_NO_MANAGER);
    const publish_at = isImmediate ? ctx.now() : publication.publish_at;
    const scheduled = { state: 'scheduled' as const, state_hash: approver.state_hash, publish_at };
    await setDecision(ctx.db, id, { agreed_at: ctx.now() });
    await setPublication(ctx.db, id, scheduled);
    await auditPublication(ctx, 'room.approve-publication', room, publication);
    if (isImmediate) await applyForRequester(ctx, { ...publication, ...scheduled });
    await mailManagers({ ...ctx, actor: { kind: 'anonymous' } }, room, {
      subject: `A publication in the room “${room.name}” was approved`,
      sentence: `${approver.email} agreed to a publication.`,
    });
    await requestTreeHead(ctx);
  });
}

/** Declines a publication as the member who was named: its content is a draft again. */
export function declineAsMember(ctx: Context, id: number, reason: string): Promise<void> {
  return withLock(ctx, 'folder-tree', async (before) => {
    const ctx = await reloadCaller(before);
    const { publication, approver, room } = await loadAwaited(ctx, id);
    await setUnpublished(ctx.db, id, ctx.now());
    await setDecision(ctx.db, id, { declined_at: ctx.now() });
    await setPublication(ctx.db, id, { state: 'declined', reason, decided_at: ctx.now() });
    await auditPublication(ctx, 'room.decline-publication', room, publication, reason);
    await mailManagers({ ...ctx, actor: { kind: 'anonymous' } }, room, {
      subject: `A publication in the room “${room.name}” was declined`,
      sentence: `${approver.email} declined a publication. Its content is a draft again.`,
      reason,
    });
  });
}

/** Returns a requested publication for the member who decides about it; the staff learns why it may not. */
async function loadAwaited(ctx: Context, id: number) {
  const publication = await findPublication(ctx.db, id);
  const approver = await findApprover(ctx.db, id, ctx.actor);
  if (!publication || !approver) throw new AppError('not-found', PUBLICATION_NOT_FOUND);
  if (approver.isActor !== 1) {
    await loadRoom(ctx, publication.room_id, 'view').catch(() => {
      throw new AppError('not-found', PUBLICATION_NOT_FOUND);
    });
    throw new AppError('forbidden', 'Only the member who was asked decides about this publication.');
  }
  if (publication.state !== 'requested')
    throw new AppError('conflict', 'This publication does not await an approval.');
  const room = { id: publication.room_id, name: await findRoomName(ctx.db, publication.room_id) };
  return { publication, approver, room };
}
