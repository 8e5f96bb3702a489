import { withActorNow } from '#server/authorization/reload-actor.ts';
import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createFolder as contract } from '#shared/contracts/folders.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { insertFolder } from './queries.ts';
import { refuseTooDeep } from './assert-max-depth.ts';

/** Makes a folder that belongs to whoever makes it. */
export async function createFolder(
  ctx: Context,
  { name, parentId, ownerId }: BodyOf<typeof contract>,
): Promise<LoadedFolder> {
  authorizeInRoom(ctx.actor, 'addToRoot');
  if (ownerId !== undefined && !isSelf(ctx.actor, ownerId)) {
    const message = 'A folder belongs to whoever makes it';
    throw new AppError('invalid', message, { fields: { ownerId: message } });
  }
  return transactionAlone(ctx, 'folder-tree', async (before) => {
    // The account may be deleted at this moment: what it owned is handed over already.
    const ctx = await withActorNow(before);
    // The parent may not be moved or deleted between the question and the answer.
    if (parentId !== null) refuseTooDeep((await loadFolder(ctx, parentId, 'addTo')).level + 1);
    const row = await insertFolder(ctx.db, {
      name,
      parent_id: parentId,
      owner_id: ctx.actor.id,
      created_at: ctx.now(),
      deleted_at: null,
    });
    await record(ctx, {
      action: 'folder.create',
      object: { kind: 'folder', id: row.id, name },
      details: { parentId },
    });
    return loadFolder(ctx, row.id, 'view');
  });
}
