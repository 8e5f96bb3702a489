import { type LoadedFolder, loadFolder } from '#server/access/load-folder.ts';
import { loadTrashedFolder } from '#server/access/load-trashed.ts';
import { record } from '#server/audit.ts';
import { type Context, transactionAlone } from '#server/context.ts';
import { state } from '#server/events.ts';
import { refuseTooDeep } from '#server/features/folders/refuse-too-deep.ts';
import { findPlace } from './find-place.ts';
import { measureTrashedFolder, restoreFolderTo } from './restore-queries.ts';

/** Puts a deleted folder back with what was deleted with it, or in its owner's root when its place is gone. */
export function restoreFolder(ctx: Context, id: number): Promise<LoadedFolder> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    const { name, parent_id: folderId, owner_id: ownerId } = await loadTrashedFolder(ctx, id, 'restore');
    const { levels, holdsOthers } = await measureTrashedFolder(ctx.db, id, ownerId);
    const place = await findPlace(ctx, { folderId, ownerId, holdsOthers });
    // What lies above may have been moved further down meanwhile.
    if (place) refuseTooDeep(place.level + levels);
    await restoreFolderTo(ctx.db, id, place?.id ?? null);
    await state(ctx, 'folder.changed', { folderId: id });
    await record(ctx, {
      action: 'folder.restore',
      object: { kind: 'folder', id, name },
      details: { from: folderId, to: place?.id ?? null },
    });
    return loadFolder(ctx, id, 'view');
  });
}
