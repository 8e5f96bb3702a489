import { loadFiles } from '#server/authorization/load-file.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { markFilesDeleted } from './queries.ts';

/** Puts several files out of everyone's sight at once, or none of them. */
export function deleteFiles(ctx: Context, ids: readonly number[]): Promise<void> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    const files = await loadFiles(ctx, ids, 'delete');
    await markFilesDeleted(ctx.db, ids, ctx.now());
    for (const { id, name } of files)
      await record(ctx, { action: 'file.delete', object: { kind: 'file', id, name } });
    await state(ctx, 'files.changed', { fileIds: ids });
  });
}
