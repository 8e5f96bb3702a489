import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { findRootOwner, transferGivenAccess } from './collaborator-queries.ts';

/**
 * Makes the actor, if they own the folder, otherwise the owner above all others, the giver of what a user gave in the folder
 * and below it; returns the number of grants.
 */
export async function passOnGivenAccess(ctx: Context, folderId: number, fromId: number): Promise<number> {
  const { actor } = ctx;
  const { accessLevel } = (await findFolderAccess(ctx.db, ctx, [folderId]))(folderId);
  const isOwner = actor.kind === 'user' && actor.id !== fromId && accessLevel === 'owner';
  const toId = isOwner ? actor.id : await findRootOwner(ctx.db, folderId);
  return transferGivenAccess(ctx.db, { folderId, fromId, toId });
}
