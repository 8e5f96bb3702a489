import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { placeInBatch } from '#server/authorization/index-numbers/upload-batches.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { initialPublication } from '#server/authorization/publication/room-of.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createFolder as contract } from '#shared/contracts/folders.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { assertMaxDepth } from './assert-max-depth.ts';
import { insertFolder } from './queries.ts';

/** Creates a folder that belongs to the actor. */
export async function createFolder(
  ctx: Context,
  { name, parentId, ownerId, batch }: BodyOf<typeof contract>,
): Promise<LoadedFolder> {
  if (ownerId !== undefined && !isSelf(ctx.actor, ownerId)) {
    const message = 'A folder is owned by the user who creates it';
    throw new AppError('invalid', message, { fields: { ownerId: message } });
  }
  // The account may be deleted at this moment: what it owned has been transferred already.
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    // The lock keeps the parent from being moved or deleted between the check and the insert.
    if (parentId === null) authorizeSystemAction(ctx.actor, 'addToRoot');
    const parent = parentId === null ? undefined : await loadFolder(ctx, parentId, 'addTo');
    if (parent) assertMaxDepth(parent.depth + 1);
    await assertQuota(ctx, ctx.actor.id, { folders: 1 });
    const row = await insertFolder(ctx.db, {
      name,
      parent_id: parentId,
      owner_id: ctx.actor.id,
      created_at: ctx.now(),
      deleted_at: null,
      ...(await initialPublication(ctx, parentId)),
    });
    if (batch && parent?.isInRoom && !parent.hasFrozenNumbers)
      await placeInBatch(ctx, { kind: 'folder', id: row.id, folderId: parent.id }, batch);
    await keepNumbers(ctx, [parentId]);
    await audit(ctx, {
      action: 'folder.create',
      object: { kind: 'folder', id: row.id, name },
      details: { parentId },
    });
    return loadFolder(ctx, row.id, 'view');
  });
}
