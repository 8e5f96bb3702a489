import type { Context } from '#server/app/context.ts';
import { listKnownKeys, listReleasedKeys, removeReleasedKeys } from './blobs-queries.ts';
import { DAY_MS, exceedsSafetyThreshold, type MaintenanceTask, removeInBatches } from './maintenance-task.ts';

const BATCH_SIZE = 500;

/**
 * Iterates over the stored objects in batches, with the orphaned ones among them: unknown to the database and
 * too old for a running upload.
 */
async function* orphanBatches(
  ctx: Context,
  signal: AbortSignal,
): AsyncGenerator<{ all: number; stray: string[] }> {
  const storedBefore = ctx.now() - DAY_MS;
  let all = 0;
  let old: string[] = [];
  const flush = async () => {
    const known = old.length > 0 ? await listKnownKeys(ctx.db, old) : new Set();
    const batch = { all, stray: old.filter((key) => !known.has(key)) };
    all = 0;
    old = [];
    return batch;
  };
  for await (const { key, storedAt } of ctx.blobs.list()) {
    all += 1;
    if (storedAt < storedBefore) old.push(key);
    if (all < BATCH_SIZE) continue;
    signal.throwIfAborted();
    yield await flush();
  }
  yield await flush();
}

/**
 * Removes each object before its row. After a crash in between, the next run removes a missing object, which is no
 * error, and then the row; in the other order the object would be orphaned.
 */
async function removeReleased(ctx: Context): Promise<number> {
  const keys = await listReleasedKeys(ctx.db, ctx.now() - DAY_MS);
  if (keys.length === 0) return 0;
  for (const key of keys) await ctx.blobs.remove(key);
  await removeReleasedKeys(ctx.db, keys);
  return keys.length;
}

/** Removes orphaned objects: those of removed blobs, and those that a killed process had stored. */
export const cleanupObjects: MaintenanceTask = {
  // Objects of removed blobs were counted as blobs the day before.
  prepare: (ctx, signal) => removeInBatches(signal, () => removeReleased(ctx)),
  async count(ctx, signal) {
    const share = { all: 0, due: 0 };
    for await (const { all, stray } of orphanBatches(ctx, signal)) {
      share.all += all;
      share.due += stray.length;
    }
    return share;
  },
  async remove(ctx, signal, counted) {
    let sum = 0;
    for await (const { stray } of orphanBatches(ctx, signal)) {
      // Objects beyond the counted number stay; the next attempt counts again.
      if (sum + stray.length > counted) throw new Error('More orphaned objects were found than were counted');
      for (const key of stray) await ctx.blobs.remove(key);
      sum += stray.length;
    }
    return sum;
  },
  // If the database knows none of the objects, it is probably empty or belongs to another installation.
  exceedsThreshold: (share) => exceedsSafetyThreshold(share) || (share.due > 0 && share.due === share.all),
};
