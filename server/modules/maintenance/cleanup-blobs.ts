import { removeExpiredImports } from '#server/modules/imports/abandon-import.ts';
import { removeExpiredArchives } from '#server/modules/rooms/archives/manage-archives.ts';
import { countUnusedBlobs, releaseUnusedBlobs } from './blobs-queries.ts';
import { DAY_MS, type MaintenanceTask } from './maintenance-task.ts';

/** Removes blobs of purged files and of ended imports. Their objects are removed a day later. */
export const cleanupBlobs: MaintenanceTask = {
  // Imports and archives are few; the blobs that imports leave are counted.
  async prepare(ctx, signal) {
    await removeExpiredImports(ctx, signal);
    await removeExpiredArchives(ctx, signal);
    return 0;
  },
  async count(ctx, signal) {
    const share = { all: 0, due: 0 };
    for (let after: string | null = ''; after !== null; ) {
      signal.throwIfAborted();
      const { all, due, last } = await countUnusedBlobs(ctx.db, after, ctx.now() - DAY_MS);
      share.all += all;
      share.due += due;
      after = last;
    }
    return share;
  },
  async remove(ctx, signal) {
    const now = ctx.now();
    let sum = 0;
    for (let after: string | null = ''; after !== null; ) {
      signal.throwIfAborted();
      const { released, last } = await releaseUnusedBlobs(ctx.db, after, { madeBefore: now - DAY_MS, now });
      sum += released;
      after = last;
    }
    return sum;
  },
};
