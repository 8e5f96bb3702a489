import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { setFileDeleted } from './queries.ts';

/** Puts a file out of everyone's sight at once. */
export function deleteFile(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    // Deleted with its folder at the same moment, it must keep the folder's instant, by which both are restored.
    const file = await loadFile(ctx, id, 'delete');
    await setFileDeleted(ctx.db, id, ctx.now());
    await audit(ctx, { action: 'file.delete', object: { kind: 'file', id, name: file.name } });
    await publish(ctx, 'file.changed', { fileId: id });
  });
}
