import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedFolder } from '#server/authorization/load-folder.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { measureSubtree } from './queries.ts';

/**
 * Whoever made a folder inside somebody else's may move or delete it as long as all in it is theirs: otherwise a
 * collaborator could carry the others' work off, out of its owners' sight.
 */
export async function assertOwnsSubtree(ctx: Context, folder: LoadedFolder): Promise<void> {
  if (isAdmin(ctx.actor) || folder.parent_id === null || folder.parentAccessLevel === 'owner') return;
  const userId = ctx.actor.kind === 'user' ? ctx.actor.id : 0;
  const { holds_others: holdsOthers } = await measureSubtree(ctx.db, folder.id, userId);
  if (holdsOthers === 1) {
    throw new AppError(
      'forbidden',
      "This folder contains items owned by others. Only the parent folder's owner or an administrator can do this.",
    );
  }
}
