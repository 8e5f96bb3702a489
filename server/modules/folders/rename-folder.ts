import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { setFolderName } from './queries.ts';

export function renameFolder(ctx: Context, id: number, name: string): Promise<LoadedFolder> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    // The folder may not be deleted or moved out of reach between the question and the answer.
    const folder = await loadFolder(ctx, id, 'rename');
    await setFolderName(ctx.db, id, name);
    await record(ctx, {
      action: 'folder.rename',
      object: { kind: 'folder', id, name: folder.name },
      details: { name },
    });
    await state(ctx, 'folder.changed', { folderId: id });
    return { ...folder, name };
  });
}
