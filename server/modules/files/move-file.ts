import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { refuseFullFolder } from './commit-upload.ts';
import { setFileFolder } from './queries.ts';

/** Moves a file to a folder where the actor may add things, or to the root when `folderId` is null. */
export function moveFile(ctx: Context, id: number, folderId: number | null): Promise<LoadedFile> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    const file = await loadFile(ctx, id, 'move');
    if (file.folder_id === folderId) return file;
    if (folderId === null) authorizeInRoom(ctx.actor, 'addToRoot');
    else {
      await loadFolder(ctx, folderId, 'addTo');
      await refuseFullFolder(ctx, folderId);
    }
    await setFileFolder(ctx.db, id, folderId);
    await record(ctx, {
      action: 'file.move',
      object: { kind: 'file', id, name: file.name },
      details: { from: file.folder_id, to: folderId },
    });
    await state(ctx, 'file.changed', { fileId: id });
    return loadFile(ctx, id, 'view');
  });
}
