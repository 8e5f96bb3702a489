import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { loadFiles } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { refuseFullFolder } from './commit-upload.ts';
import { setFolderOfFiles } from './queries.ts';

/** Moves several files, or none of them, to a folder where the actor may add things, or to the root when it is null. */
export function moveFiles(ctx: Context, ids: readonly number[], folderId: number | null): Promise<void> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    const files = await loadFiles(ctx, ids, 'move');
    if (folderId === null) authorizeInRoom(ctx.actor, 'addToRoot');
    else await loadFolder(ctx, folderId, 'addTo');
    // What lies there already takes no room, and nothing happens to it.
    const moving = files.filter((file) => file.folder_id !== folderId);
    if (moving.length === 0) return;
    if (folderId !== null) await refuseFullFolder(ctx, folderId, moving.length);
    const movingIds = moving.map(({ id }) => id);
    await setFolderOfFiles(ctx.db, movingIds, folderId);
    for (const { id, name, folder_id } of moving)
      await record(ctx, {
        action: 'file.move',
        object: { kind: 'file', id, name },
        details: { from: folder_id, to: folderId },
      });
    await state(ctx, 'files.changed', { fileIds: movingIds });
  });
}
