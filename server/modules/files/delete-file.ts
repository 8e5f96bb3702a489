import { loadFile } from '#server/authorization/load-file.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { markFileDeleted } from './queries.ts';

/** Puts a file out of everyone's sight at once. */
export function deleteFile(ctx: Context, id: number): Promise<void> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    // Deleted with its folder at the same moment, it must keep the folder's instant, by which both are restored.
    const file = await loadFile(ctx, id, 'delete');
    await markFileDeleted(ctx.db, id, ctx.now());
    await record(ctx, { action: 'file.delete', object: { kind: 'file', id, name: file.name } });
    await state(ctx, 'file.changed', { fileId: id });
  });
}
