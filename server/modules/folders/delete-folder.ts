import { loadFolder } from '#server/authorization/load-folder.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { markFolderDeleted } from './queries.ts';
import { refuseTakingOthersWork } from './assert-owns-subtree.ts';

/** Puts a folder and everything below it out of everyone's sight at once. */
export function deleteFolder(ctx: Context, id: number): Promise<void> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadFolder(ctx, id, 'delete');
    await refuseTakingOthersWork(ctx, folder);
    await markFolderDeleted(ctx.db, id, ctx.now());
    await record(ctx, { action: 'folder.delete', object: { kind: 'folder', id, name: folder.name } });
    await state(ctx, 'folder.changed', { folderId: id });
  });
}
