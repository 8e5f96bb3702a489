import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { loadTrashedFolder, type TrashedFolder } from '#server/authorization/load-trashed.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { isAdmin, isAdminOf } from '#shared/policies/actor.ts';
import { setFolderPurged } from './purge-queries.ts';
import { measureTrashedFolder } from './restore-queries.ts';

/** Removes a folder with everything in it from the trash for good; its rows are removed afterwards, in slices. */
export function purgeFolder(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadTrashedFolder(ctx, id, 'purge');
    await assertOwnsSubtree(ctx, folder);
    if (isAdmin(ctx.actor)) await assertReauthenticated(ctx);
    await purgeAuthorizedFolder(ctx, folder);
  });
}

/** Purges without a check, for actors who are authorized already. */
export async function purgeAuthorizedFolder(
  ctx: Context,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await setFolderPurged(ctx.db, id, ctx.now());
  await publish(ctx, 'folder.purged', { folderId: id });
  await audit(ctx, { action: 'folder.purge', object: { kind: 'folder', id, name } });
}

/**
 * Applies the rule of deletions: inside another user's folder, the actor must own everything. What was deleted
 * earlier counts as well.
 */
async function assertOwnsSubtree(ctx: Context, folder: TrashedFolder): Promise<void> {
  if (isAdminOf(ctx.actor, folder) || folder.parent_id === null || folder.parentAccessLevel === 'owner')
    return;
  const self = ctx.actor.kind === 'user' ? ctx.actor.id : 0;
  const { holdsOthers } = await measureTrashedFolder(ctx.db, folder.id, self);
  if (holdsOthers)
    throw new AppError(
      'forbidden',
      "This folder contains items owned by others. Only the parent folder's owner or an administrator can do this.",
    );
}
