import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadFiles } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { assertFolderCapacity } from './commit-upload.ts';
import { setFolderOfFiles } from './queries.ts';

/** Moves several files, or none of them, to a folder where the actor may add things, or to the root when it is null. */
export function moveFiles(ctx: Context, ids: readonly number[], folderId: number | null): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const files = await loadFiles(ctx, ids, 'move');
    if (folderId === null) authorizeSystemAction(ctx.actor, 'addToRoot');
    else await loadFolder(ctx, folderId, 'addTo');
    // What lies there already takes no room, and nothing happens to it.
    const moving = files.filter((file) => file.folder_id !== folderId);
    if (moving.length === 0) return;
    if (folderId !== null) await assertFolderCapacity(ctx, folderId, moving.length);
    const movingIds = moving.map(({ id }) => id);
    await setFolderOfFiles(ctx.db, movingIds, folderId);
    for (const { id, name, folder_id } of moving)
      await audit(ctx, {
        action: 'file.move',
        object: { kind: 'file', id, name },
        details: { from: folder_id, to: folderId },
      });
    await publish(ctx, 'files.changed', { fileIds: movingIds });
  });
}
