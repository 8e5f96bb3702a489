import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { loadTrashedFile } from '#server/authorization/load-trashed.ts';
import { publishOutsideRooms } from '#server/authorization/publication/room-of.ts';
import { assertFolderCapacity, assertRootCapacity } from '#server/modules/files/commit-upload.ts';
import { findRestoreFolder } from './find-restore-folder.ts';
import { restoreFileTo } from './restore-queries.ts';

/** Restores a file to its folder, or to its owner's root when the folder is gone. */
export function restoreFile(ctx: Context, id: number): Promise<LoadedFile> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const { name, folder_id: folderId, owner_id: ownerId } = await loadTrashedFile(ctx, id, 'restore');
    const place = await findRestoreFolder(ctx, { folderId, ownerId, hasOtherOwners: false });
    if (place) await assertFolderCapacity(ctx, place.id);
    else await assertRootCapacity(ctx, [ownerId]);
    await restoreFileTo(ctx.db, id, place?.id ?? null);
    await keepNumbers(ctx, [folderId, place?.id ?? null]);
    await publishOutsideRooms(ctx, { fileIds: [id] }, place?.id ?? null);
    await publish(ctx, 'file.changed', { fileId: id });
    await audit(ctx, {
      action: 'file.restore',
      object: { kind: 'file', id, name },
      details: { from: folderId, to: place?.id ?? null },
    });
    return loadFile(ctx, id, 'view');
  });
}
