import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { loadTrashedFile } from '#server/authorization/load-trashed.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { refuseFullFolder } from '#server/modules/files/commit-upload.ts';
import { findPlace } from './find-restore-folder.ts';
import { restoreFileTo } from './restore-queries.ts';

/** Puts a deleted file back where it was, or in its owner's root when that place is gone. */
export function restoreFile(ctx: Context, id: number): Promise<LoadedFile> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    const { name, folder_id: folderId, owner_id: ownerId } = await loadTrashedFile(ctx, id, 'restore');
    const place = await findPlace(ctx, { folderId, ownerId, holdsOthers: false });
    if (place) await refuseFullFolder(ctx, place.id);
    await restoreFileTo(ctx.db, id, place?.id ?? null);
    await state(ctx, 'file.changed', { fileId: id });
    await record(ctx, {
      action: 'file.restore',
      object: { kind: 'file', id, name },
      details: { from: folderId, to: place?.id ?? null },
    });
    return loadFile(ctx, id, 'view');
  });
}
