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
 * Makes the actor, if they own the folder, otherwise the owner above all others, the giver of what a user gave in the folder
 * and below it: access of collaborators, invitations and links.
 */
export async function passOnGivenAccess(
  ctx: Context,
  folderId: number,
  fromId: number,
): Promise<TransferredAccess> {
  const { actor } = ctx;
  const { accessLevel } = (await findFolderAccess(ctx.db, ctx, [folderId]))(folderId);
  const isOwner = actor.kind === 'user' && actor.id !== fromId && accessLevel === 'owner';
  const toId = isOwner ? actor.id : await findRootOwner(ctx.db, folderId);
  const transfer = { folderId, fromId, toId, now: ctx.now() };
  return {
    transferredGrants: await transferGivenAccess(ctx.db, transfer),
    transferredInvitations: await transferGivenInvitations(ctx.db, transfer),
    transferredLinks: await transferGivenLinks(ctx.db, transfer),
  };
}
