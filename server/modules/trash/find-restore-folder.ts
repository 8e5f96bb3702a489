import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findUserAccessLevel } from '#server/authorization/access-level.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { isAdmin, isSelf } from '#shared/policies/actor.ts';

interface TrashedEntry {
  readonly folderId: number | null;
  readonly ownerId: number;
  /** `true` if another user owns something in it. */
  readonly hasOtherOwners: boolean;
}

/**
 * Finds the folder of a restore: the original one, or the owner's root (`null`) when it is gone or not
 * accessible to the actor.
 */
export async function findRestoreFolder(ctx: Context, thing: TrashedEntry): Promise<LoadedFolder | null> {
  if (thing.folderId === null) return null;
  const place = await loadFolder(ctx, thing.folderId, 'addTo').catch((refusal: unknown) => {
    if (refusal instanceof AppError) return undefined;
    throw refusal;
  });
  if (place) return place;
  await assertRestorableToRoot(ctx, thing, thing.folderId);
  return null;
}

/**
 * Refuses a restore to the root, where an item is only accessible to its owner, unless the actor is the owner
 * or an administrator, the owner still belongs to the original folder, and others would lose nothing in it by a
 * move either.
 */
async function assertRestorableToRoot(ctx: Context, thing: TrashedEntry, folderId: number): Promise<void> {
  const above = await findUserAccessLevel(ctx.db, thing.ownerId, folderId);
  const isTheirs = above === 'owner' || (above === 'collaborator' && !thing.hasOtherOwners);
  if (isTheirs && (isAdmin(ctx.actor) || isSelf(ctx.actor, thing.ownerId))) return;
  throw new AppError('conflict', 'Its folder is in the trash too. Restore that folder first.');
}
