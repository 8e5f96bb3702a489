import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { loadTrashedFolder } from '#server/authorization/load-trashed.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { refuseTooDeep } from '#server/modules/folders/assert-max-depth.ts';
import { findPlace } from './find-restore-folder.ts';
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
