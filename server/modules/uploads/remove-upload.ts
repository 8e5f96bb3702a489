import type { Context } from '#server/app/context.ts';
import { expireUpload, listPartKeys, removeParts, removeUploadRow } from './queries.ts';

/** Removes objects before the rows that name them, so that a later run can finish after a crash. */
export async function removeStoredParts(ctx: Context, id: number): Promise<void> {
  for (;;) {
    const keys = await listPartKeys(ctx.db, id);
    if (keys.length === 0) return;
    for (const key of keys) await ctx.blobs.remove(key);
    await removeParts(ctx.db, keys);
  }
}

/** Marks the upload as ended before its parts are removed, so that no request continues it. */
export async function removeUpload(ctx: Context, id: number): Promise<void> {
  await expireUpload(ctx.db, id);
  await removeStoredParts(ctx, id);
  await removeUploadRow(ctx.db, id);
}
