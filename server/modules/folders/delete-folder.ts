import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { assertOwnsSubtree } from './assert-owns-subtree.ts';
import { setFolderDeleted } from './queries.ts';

/** Moves a folder and everything below it to the trash. */
export function deleteFolder(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadFolder(ctx, id, 'delete');
    await assertOwnsSubtree(ctx, folder);
    await setFolderDeleted(ctx.db, id, ctx.now());
    await keepNumbers(ctx, [folder.parent_id]);
    await audit(ctx, { action: 'folder.delete', object: { kind: 'folder', id, name: folder.name } });
    await publish(ctx, 'folder.changed', { folderId: id });
  });
}
