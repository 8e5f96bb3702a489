import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { loadTrashedFolder } from '#server/authorization/load-trashed.ts';
import { publishOutsideRooms } from '#server/authorization/publication/room-of.ts';
import { assertMaxDepth } from '#server/modules/folders/assert-max-depth.ts';
import { findRestoreFolder } from './find-restore-folder.ts';
import { measureTrashedFolder, restoreFolderTo } from './restore-queries.ts';
import { becomesDraftIn } from './restored-drafts.ts';

/** Restores a folder with what was deleted with it, or to its owner's root when the parent is gone. */
export function restoreFolder(ctx: Context, id: number): Promise<LoadedFolder> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadTrashedFolder(ctx, id, 'restore');
    const { name, parent_id: folderId, owner_id: ownerId } = folder;
    const { levels, holdsOthers } = await measureTrashedFolder(ctx.db, id, ownerId);
    const place = await findRestoreFolder(ctx, { folderId, ownerId, hasOtherOwners: holdsOthers });
    // The folders above may have been moved further down meanwhile.
    if (place) assertMaxDepth(place.depth + levels);
    const to = place?.id ?? null;
    const asDrafts = (await becomesDraftIn(ctx, to))(folder.deleted_at);
    await restoreFolderTo(ctx.db, id, to, { asDrafts });
    await keepNumbers(ctx, [folderId, to]);
    await publishOutsideRooms(ctx, { folderId: id }, to);
    await publish(ctx, 'folder.changed', { folderId: id });
    await audit(ctx, {
      action: 'folder.restore',
      object: { kind: 'folder', id, name },
      details: { from: folderId, to, ...(asDrafts && { asDraft: true }) },
    });
    return loadFolder(ctx, id, 'view');
  });
}
