import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { folderRights } from '#server/authorization/groups/folder-rights.ts';
import type { LoadedFolder } from '#server/authorization/load-folder.ts';
import { isAdminOf } from '#shared/policies/actor.ts';
import { holdsUnmanaged } from './managed-queries.ts';
import { measureSubtree } from './queries.ts';

/** Allows a member of a group to move or delete a folder only while they see and may change everything in it. */
async function assertManagesSubtree(ctx: Context, folder: LoadedFolder): Promise<void> {
  const rights = folderRights(ctx, 'active');
  if (rights && !(await holdsUnmanaged(ctx.db, ctx, folder.id, rights))) return;
  throw new AppError('forbidden', 'You can move and delete only folders in which you may change everything.');
}

/**
 * Allows the creator of a folder inside another user's folder to move or delete it only while they own
 * everything in it: otherwise a collaborator could take away the work of others.
 */
export async function assertOwnsSubtree(ctx: Context, folder: LoadedFolder): Promise<void> {
  if (isAdminOf(ctx.actor, folder) || folder.parent_id === null || folder.parentAccessLevel === 'owner')
    return;
  if (folder.groupAccess?.mayManageItself) return assertManagesSubtree(ctx, folder);
  const userId = ctx.actor.kind === 'user' ? ctx.actor.id : 0;
  const { holds_others: holdsOthers } = await measureSubtree(ctx.db, folder.id, userId);
  if (holdsOthers === 1) {
    throw new AppError(
      'forbidden',
      "This folder contains items owned by others. Only the parent folder's owner or an administrator can do this.",
    );
  }
}
