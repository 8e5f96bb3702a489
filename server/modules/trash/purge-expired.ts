import { type Context, withLock } from '#server/app/context.ts';
import { countExpired, listExpired } from './list-queries.ts';
import { purgeAuthorizedFile } from './purge-file.ts';
import { purgeAuthorizedFolder } from './purge-folder.ts';

const PAGE_SIZE = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

const expiryCutoff = (ctx: Context): number => ctx.now() - ctx.config.trashDays * DAY_MS;

/** Counts all files, and those that have been in the trash for too long. */
export const countExpiredFiles = (ctx: Context): Promise<{ all: number; due: number }> =>
  countExpired(ctx.db, expiryCutoff(ctx));

/** Purges what has been in the trash for too long; returns the number of files. */
export async function purgeExpired(ctx: Context, signal: AbortSignal): Promise<number> {
  const until = expiryCutoff(ctx);
  let files = 0;
  for (;;) {
    signal.throwIfAborted();
    const purged = await withLock(ctx, 'folder-tree', async (ctx) => {
      const page = await listExpired(ctx.db, until, PAGE_SIZE);
      for (const thing of page)
        await (thing.kind === 'file' ? purgeAuthorizedFile : purgeAuthorizedFolder)(ctx, thing);
      return page;
    });
    if (purged.length === 0) return files;
    files += purged.reduce((sum, thing) => sum + thing.file_count, 0);
  }
}
