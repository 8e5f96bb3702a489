import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { findRootOwner, transferGivenAccess } from './collaborator-queries.ts';
import { transferGivenInvitations, transferGivenLinks } from './given-visits-queries.ts';

/** The numbers of what passed to another user, in the words of the audit log. */
interface TransferredAccess {
  readonly transferredGrants: number;
  readonly transferredInvitations: number;
  readonly transferredLinks: number;
}

/**
 * Makes the actor, if they own the folder, otherwise the owner above all others, the giver of the access of collaborators that a
 * user gave in the folder and below it; returns the number of grants. Their invitations and links end with their own access.
 */
export async function passOnGivenAccess(ctx: Context, folderId: number, fromId: number): Promise<number> {
  return transferGivenAccess(ctx.db, { folderId, fromId, toId: await findNextGiver(ctx, folderId, fromId) });
}

/** Makes the owner of a tree the giver of the access of collaborators that a user gave in it, for every actor. */
export async function passOnGivenAccessToOwner(ctx: Context, rootId: number, fromId: number): Promise<void> {
  const toId = await findRootOwner(ctx.db, rootId);
  await transferGivenAccess(ctx.db, { folderId: rootId, fromId, toId });
}

/** Passes on invitations and links too, as somebody who removes a collaborator can choose. */
export async function passOnAllGivenAccess(
  ctx: Context,
  folderId: number,
  fromId: number,
): Promise<TransferredAccess> {
  const toId = await findNextGiver(ctx, folderId, fromId);
  const transfer = { folderId, fromId, toId, now: ctx.now() };
  return {
    transferredGrants: await transferGivenAccess(ctx.db, transfer),
    transferredInvitations: await transferGivenInvitations(ctx.db, transfer),
    transferredLinks: await transferGivenLinks(ctx.db, transfer),
  };
}

async function findNextGiver(ctx: Context, folderId: number, fromId: number): Promise<number> {
  const { actor } = ctx;
  const { accessLevel } = (await findFolderAccess(ctx.db, ctx, [folderId]))(folderId);
  const isOwner = actor.kind === 'user' && actor.id !== fromId && accessLevel === 'owner';
  return isOwner ? actor.id : findRootOwner(ctx.db, folderId);
}
