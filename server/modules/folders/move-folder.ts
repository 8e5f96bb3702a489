import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { state } from '#server/app/domain-events.ts';
import { INVALID_MOVE } from '#shared/domain/messages.ts';
import { isWithin, measureFolder, setFolderParent } from './queries.ts';
import { refuseTakingOthersWork } from './assert-owns-subtree.ts';
import { refuseTooDeep } from './assert-max-depth.ts';

/** Moves a folder with everything below it under another one, or to the root when `parentId` is null. */
export function moveFolder(ctx: Context, id: number, parentId: number | null): Promise<LoadedFolder> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    // Two opposite moves at once would each see the tree before the other and make a ring.
    const folder = await loadFolder(ctx, id, 'move');
    if (folder.parent_id === parentId) return folder;
    if (parentId !== null) {
      const parent = await loadFolder(ctx, parentId, 'addTo');
      refuseRing(id, parentId, await isWithin(ctx.db, parentId, id));
      refuseTooDeep(parent.level + (await measureFolder(ctx.db, id, folder.owner_id)).levels);
    }
    await refuseTakingOthersWork(ctx, folder);
    await setFolderParent(ctx.db, id, parentId);
    await record(ctx, {
      action: 'folder.move',
      object: { kind: 'folder', id, name: folder.name },
      details: { from: folder.parent_id, to: parentId },
    });
    await state(ctx, 'folder.changed', { folderId: id });
    return loadFolder(ctx, id, 'view');
  });
}

function refuseRing(id: number, parentId: number, isBelow: boolean): void {
  if (id === parentId) throw new AppError('conflict', INVALID_MOVE.itself);
  if (isBelow) throw new AppError('conflict', INVALID_MOVE.descendant);
}
