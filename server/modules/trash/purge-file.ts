import { loadTrashedFile } from '#server/authorization/load-trashed.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { markFilePurged } from './purge-queries.ts';

/** Takes a file out of the trash for good. */
export function purgeFile(ctx: Context, id: number): Promise<void> {
  return transactionAlone(ctx, 'folder-tree', async (ctx) => {
    const { name } = await loadTrashedFile(ctx, id, 'purge');
    await takeFileOut(ctx, { id, name });
  });
}

/** For who was found to be allowed. */
export async function takeFileOut(ctx: Context, { id, name }: { id: number; name: string }): Promise<void> {
  await markFilePurged(ctx.db, id, ctx.now());
  await state(ctx, 'file.purged', { fileId: id });
  await record(ctx, { action: 'file.purge', object: { kind: 'file', id, name } });
}
