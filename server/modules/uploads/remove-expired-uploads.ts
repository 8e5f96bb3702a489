import type { Context } from '#server/app/context.ts';
import { countUnfinished, listExpiredIds } from './queries.ts';
import { removeUpload } from './remove-upload.ts';

/** After expiry, for processes whose clocks differ: none of them may still take bytes for it. */
const GRACE_MS = 60 * 60 * 1000;

export const countExpiredUploads = (ctx: Context): Promise<{ all: number; due: number }> =>
  countUnfinished(ctx.db, ctx.now() - GRACE_MS);

/** Those whose bytes never all came. */
export const removeExpiredUploads = (ctx: Context, signal: AbortSignal): Promise<number> =>
  removeExpired(ctx, signal, 'nothing');

/** Those that are a file since: of what was removed there is nothing to count. */
export async function removeFinishedUploads(ctx: Context, signal: AbortSignal): Promise<void> {
  await removeExpired(ctx, signal, 'a file');
}

async function removeExpired(
  ctx: Context,
  signal: AbortSignal,
  became: 'a file' | 'nothing',
): Promise<number> {
  for (let removed = 0; ; ) {
    const ids = await listExpiredIds(ctx.db, ctx.now() - GRACE_MS, became);
    if (ids.length === 0) return removed;
    for (const id of ids) {
      signal.throwIfAborted();
      await removeUpload(ctx, id);
    }
    removed += ids.length;
  }
}
