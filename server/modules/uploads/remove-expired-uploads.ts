import type { Context } from '#server/app/context.ts';
import { countUnfinished, listExpiredIds } from './queries.ts';
import { removeUpload } from './remove-upload.ts';

/** Delay after the expiry that allows for clock differences between processes that still accept bytes. */
const GRACE_MS = 60 * 60 * 1000;

export const countExpiredUploads = (ctx: Context): Promise<{ all: number; due: number }> =>
  countUnfinished(ctx.db, ctx.now() - GRACE_MS);

/** Removes expired uploads that never became a file. */
export const removeExpiredUploads = (ctx: Context, signal: AbortSignal): Promise<number> =>
  removeExpired(ctx, signal, 'unfinished');

/** Removes the rows of uploads that became files. */
export async function removeFinishedUploads(ctx: Context, signal: AbortSignal): Promise<void> {
  await removeExpired(ctx, signal, 'finished');
}

async function removeExpired(
  ctx: Context,
  signal: AbortSignal,
  state: 'finished' | 'unfinished',
): Promise<number> {
  for (let removed = 0; ; ) {
    const ids = await listExpiredIds(ctx.db, ctx.now() - GRACE_MS, state);
    if (ids.length === 0) return removed;
    for (const id of ids) {
      signal.throwIfAborted();
      await removeUpload(ctx, id);
    }
    removed += ids.length;
  }
}
