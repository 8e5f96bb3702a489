import type { Context } from '#server/app/context.ts';
import { expireUpload, listPartKeys, removeParts, removeUploadRow } from './queries.ts';

/** The objects go before the rows that know of them: killed in between, the next one finds and removes the rest. */
export async function removeStoredParts(ctx: Context, id: number): Promise<void> {
  for (;;) {
    const keys = await listPartKeys(ctx.db, id);
    if (keys.length === 0) return;
    for (const key of keys) await ctx.blobs.remove(key);
    await removeParts(ctx.db, keys);
  }
}

/** Ended first, so that nobody goes on with it while its parts are being removed. */
export async function removeUpload(ctx: Context, id: number): Promise<void> {
  await expireUpload(ctx.db, id);
  await removeStoredParts(ctx, id);
  await removeUploadRow(ctx.db, id);
}
