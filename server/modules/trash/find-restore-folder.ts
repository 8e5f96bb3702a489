import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findUserAccessLevel } from '#server/authorization/access-level.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { isAdmin, isSelf } from '#shared/policies/actor.ts';

interface TrashedEntry {
  readonly folderId: number | null;
  readonly ownerId: number;
  /** Whether anything in it belongs to somebody else. */
  readonly hasOtherOwners: boolean;
}

/** Where a restore puts a thing: back, or in its owner's root (`null`) when its place is gone or closed to the actor. */
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
 * In the root a thing is its owner's alone. It goes there only by its owner or an administrator, only while its owner
 * belongs to the place that it lay in, and with nothing in it that others could not have lost by a move either.
 */
async function assertRestorableToRoot(ctx: Context, thing: TrashedEntry, folderId: number): Promise<void> {
  const above = await findUserAccessLevel(ctx.db, thing.ownerId, folderId);
  const isTheirs = above === 'owner' || (above === 'collaborator' && !thing.hasOtherOwners);
  if (isTheirs && (isAdmin(ctx.actor) || isSelf(ctx.actor, thing.ownerId))) return;
  throw new AppError('conflict', 'Its folder is in the trash too. Restore that folder first.');
}
