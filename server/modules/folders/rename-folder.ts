import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { setFolderName } from './queries.ts';

export function renameFolder(ctx: Context, id: number, name: string): Promise<LoadedFolder> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    // The lock keeps the folder from being deleted or moved between the check and the update.
    const folder = await loadFolder(ctx, id, 'rename');
    await setFolderName(ctx.db, id, name);
    await audit(ctx, {
      action: 'folder.rename',
      object: { kind: 'folder', id, name: folder.name },
      details: { name },
    });
    await publish(ctx, 'folder.changed', { folderId: id });
    return { ...folder, name };
  });
}
