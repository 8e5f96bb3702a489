import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { assertFolderCapacity } from './commit-upload.ts';
import { setFileFolder } from './queries.ts';

/** Moves a file to a folder where the actor may add things, or to the root when `folderId` is null. */
export function moveFile(ctx: Context, id: number, folderId: number | null): Promise<LoadedFile> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const file = await loadFile(ctx, id, 'move');
    if (file.folder_id === folderId) return file;
    if (folderId === null) authorizeSystemAction(ctx.actor, 'addToRoot');
    else {
      await loadFolder(ctx, folderId, 'addTo');
      await assertFolderCapacity(ctx, folderId);
    }
    await setFileFolder(ctx.db, id, folderId);
    await audit(ctx, {
      action: 'file.move',
      object: { kind: 'file', id, name: file.name },
      details: { from: file.folder_id, to: folderId },
    });
    await publish(ctx, 'file.changed', { fileId: id });
    return loadFile(ctx, id, 'view');
  });
}
