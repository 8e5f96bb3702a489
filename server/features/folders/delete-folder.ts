import { loadFolder } from '#server/access/load-folder.ts';
import { type Context, transactionAlone } from '#server/context.ts';
import { state } from '#server/events.ts';
import { markFolderDeleted } from './queries.ts';
import { refuseTakingOthersWork } from './refuse-taking-others-work.ts';

/** Puts a folder and everything below it out of everyone's sight at once. */
export function deleteFolder(ctx: Context, id: number): Promise<void> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    await refuseTakingOthersWork(ctx, await loadFolder(ctx, id, 'delete'));
    await markFolderDeleted(ctx.db, id, ctx.now());
    await state(ctx, 'folder.changed', { folderId: id });
  });
}
