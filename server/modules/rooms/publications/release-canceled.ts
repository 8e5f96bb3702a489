import { type Context, withLock } from '#server/app/context.ts';
import { listCanceledByEarlierVersions, setPublication, setUnpublished } from './publication-queries.ts';

/** Makes what a node of an earlier version canceled drafts again: it sets only the time of the cancellation. */
export async function releaseCanceled(ctx: Context, roomId?: number): Promise<void> {
  if ((await listCanceledByEarlierVersions(ctx.db, roomId)).length === 0) return;
  await withLock(ctx, 'folder-tree', async ({ db }) => {
    for (const { id, cancelled_at: at } of await listCanceledByEarlierVersions(db, roomId)) {
      await setUnpublished(db, id, at ?? ctx.now());
      await setPublication(db, id, { state: null });
    }
  });
}
