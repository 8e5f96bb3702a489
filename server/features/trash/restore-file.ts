import { type LoadedFile, loadFile } from '#server/access/load-file.ts';
import { loadTrashedFile } from '#server/access/load-trashed.ts';
import { record } from '#server/audit.ts';
import { type Context, transactionAlone } from '#server/context.ts';
import { state } from '#server/events.ts';
import { refuseFullFolder } from '#server/features/files/keep-upload.ts';
import { findPlace } from './find-place.ts';
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
