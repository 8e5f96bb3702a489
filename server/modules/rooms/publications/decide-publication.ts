import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { requestTreeHead } from '#server/modules/evidence/sign-tree-head.ts';
import type { Publication } from '#shared/contracts/rooms/publications.ts';
import { applyForRequester } from './apply-for-requester.ts';
import { auditPublication } from './audit-publication.ts';
import { hashDrafts } from './difference.ts';
import { loadPublication, presentPublicationOf } from './load-publication.ts';
import { mailManagers } from './mail-managers.ts';
import { type PublicationRow, setPublication, setUnpublished } from './publication-queries.ts';
import { approveOrVoid, CHANGED_SINCE, RefusedPublication } from './void-publication.ts';

/**
 * Approves a publication that another manager requested. It is published now, or waits for its date. Refuses, and voids it, when
 * it is no longer what was requested or cannot be made.
 */
export function approvePublication(ctx: Context, id: number, version: string): Promise<Publication> {
  return approveOrVoid(
    ctx,
    id,
    () => approve(ctx, id, version),
    (reason) => (reason === CHANGED_SINCE ? `${CHANGED_SINCE} Request it again.` : reason),
  );
}

function approve(ctx: Context, id: number, version: string): Promise<Publication> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { publication, room } = await loadUndecided(ctx, id);
    const isImmediate = publication.publish_at <= publication.created_at;
    if (!isImmediate && publication.publish_at <= ctx.now())
      throw new AppError(
        'conflict',
        'The time of this publication has passed. Cancel it and request it again.',
      );
    if (version !== publication.state_hash)
      throw new AppError('conflict', 'The publication has changed. Check it again.');
    if ((await hashDrafts(ctx, room.id, id)) !== publication.state_hash)
      throw new RefusedPublication(CHANGED_SINCE);
    const decision = { state: 'scheduled' as const, decided_by_id: ctx.actor.id, decided_at: ctx.now() };
    const publish_at = isImmediate ? ctx.now() : publication.publish_at;
    await setPublication(ctx.db, id, { ...decision, publish_at });
    await auditPublication(ctx, 'room.approve-publication', room, publication);
    if (isImmediate) await applyForRequester(ctx, { ...publication, ...decision, publish_at });
    await mailManagers(ctx, room, {
      subject: `A publication in the room “${room.name}” was approved`,
      sentence: 'approved a publication.',
    });
    await requestTreeHead(ctx);
    return presentPublicationOf(ctx, id);
  });
}

/** Declines a publication that another manager requested: its content is a draft again. */
export function declinePublication(ctx: Context, id: number, reason: string): Promise<Publication> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { publication, room } = await loadUndecided(ctx, id);
    await setUnpublished(ctx.db, id, ctx.now());
    await setPublication(ctx.db, id, {
      state: 'declined',
      reason,
      decided_by_id: ctx.actor.id,
      decided_at: ctx.now(),
    });
    await auditPublication(ctx, 'room.decline-publication', room, publication, reason);
    await mailManagers(ctx, room, {
      subject: `A publication in the room “${room.name}” was declined`,
      sentence: 'declined a publication. Its content is a draft again.',
      reason,
    });
    return presentPublicationOf(ctx, id);
  });
}

/** Returns a requested publication for another manager than the one who requested it. */
async function loadUndecided(
  ctx: Context & { readonly actor: { readonly id: number } },
  id: number,
): Promise<{ publication: PublicationRow; room: LoadedRoom }> {
  const found = await loadPublication(ctx, id);
  if (found.publication.creator_id === ctx.actor.id)
    throw new AppError('forbidden', 'Another manager decides about a publication that you requested.');
  if (found.publication.state !== 'requested')
    throw new AppError('conflict', 'This publication does not await an approval.');
  return found;
}
