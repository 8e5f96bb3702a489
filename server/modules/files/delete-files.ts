import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { loadFile, loadFiles } from '#server/authorization/load-file.ts';
import { setFileDeleted, setFilesDeleted } from './queries.ts';

/** Moves several files to the trash, or none of them. */
export function deleteFiles(ctx: Context, ids: readonly number[]): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const files = await loadFiles(ctx, ids, 'delete');
    await setFilesDeleted(ctx.db, ids, ctx.now());
    await keepNumbers(
      ctx,
      files.map(({ folder_id }) => folder_id),
    );
    for (const { id, name } of files)
      await audit(ctx, { action: 'file.delete', object: { kind: 'file', id, name } });
    await publish(ctx, 'files.changed', { fileIds: ids });
  });
}

/** Moves a file to the trash. */
export function deleteFile(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    // A file deleted together with its folder must keep the folder's time of deletion, by which both are restored.
    const file = await loadFile(ctx, id, 'delete');
    await setFileDeleted(ctx.db, id, ctx.now());
    await keepNumbers(ctx, [file.folder_id]);
    await audit(ctx, { action: 'file.delete', object: { kind: 'file', id, name: file.name } });
    await publish(ctx, 'file.changed', { fileId: id });
  });
}
