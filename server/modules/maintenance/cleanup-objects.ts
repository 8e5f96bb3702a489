import type { Context } from '#server/app/context.ts';
import { listKnownKeys, listReleasedKeys, removeReleasedKeys } from './blobs-queries.ts';
import { DAY_MS, exceedsSafetyThreshold, type MaintenanceTask, removeInBatches } from './maintenance-task.ts';

const BATCH_SIZE = 500;

/** Objects in the store, batch by batch, with those of them that no row knows and that no upload in flight can own. */
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
 * The object goes before the row that knows of it: killed in between, the next run removes an object that is not there
 * (which is fine) and then the row. The other way round nobody would know of the object any more.
 */
async function removeReleased(ctx: Context): Promise<number> {
  const keys = await listReleasedKeys(ctx.db, ctx.now() - DAY_MS);
  if (keys.length === 0) return 0;
  for (const key of keys) await ctx.blobs.remove(key);
  await removeReleasedKeys(ctx.db, keys);
  return keys.length;
}

/** Objects that nothing names: those of released blobs, and what a process left that was killed after storing them. */
export const cleanupObjects: MaintenanceTask = {
  // Released ones were counted as blobs the day before.
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
      // What the brake has not judged stays; the next attempt counts anew.
      if (sum + stray.length > counted) throw new Error('More orphaned objects were found than were counted');
      for (const key of stray) await ctx.blobs.remove(key);
      sum += stray.length;
    }
    return sum;
  },
  // That none is known, however few they are, is the mark of a database that was lost or is another room's.
  exceedsThreshold: (share) => exceedsSafetyThreshold(share) || (share.due > 0 && share.due === share.all),
};
