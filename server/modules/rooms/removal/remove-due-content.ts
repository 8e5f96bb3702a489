import { Readable } from 'node:stream';
import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import {
  countDueContent,
  findRemovedKey,
  finishRooms,
  insertRemovedBlob,
  keepArchivesOfDueRooms,
  listDueFiles,
  removeContentOf,
} from './removal-queries.ts';

const FILES_PER_STEP = 200;

/** Counts the files that have content, and those whose room is closed, whose date has come and whose archive is verified. */
export const countDue = (ctx: Context): Promise<{ all: number; due: number }> =>
  countDueContent(ctx.db, ctx.now());

/**
 * Removes the content of rooms whose date has come; returns the number of files. Names, sizes, hashes, the audit log and the
 * archive stay. A run that was interrupted is continued by the next one.
 */
export async function removeDueContent(
  ctx: Context,
  signal: AbortSignal,
  { filesPerStep = FILES_PER_STEP }: { filesPerStep?: number } = {},
): Promise<number> {
  let sum = 0;
  for (;;) {
    signal.throwIfAborted();
    const removedKey = await ensureRemovedBlob(ctx);
    // Opening a room needs this lock too, so that none is opened in between.
    const removed = await withLock(ctx, 'folder-tree', async (ctx) => {
      // The first step of a room settles which archive remains of it: nobody deletes that one, nor does it expire.
      await keepArchivesOfDueRooms(ctx.db, ctx.now());
      const ids = await listDueFiles(ctx.db, ctx.now(), filesPerStep);
      if (ids.length > 0) await removeContentOf(ctx.db, ids, { removedKey, now: ctx.now() });
      else await finish(ctx);
      return ids.length;
    });
    if (removed === 0) return sum;
    sum += removed;
  }
}

async function finish(ctx: Context): Promise<void> {
  for (const { id, name, archiveId } of await finishRooms(ctx.db, ctx.now()))
    await audit(ctx, {
      action: 'room.remove-content',
      object: { kind: 'folder', id, name },
      details: { archiveId },
    });
}

async function ensureRemovedBlob(ctx: Context): Promise<string> {
  const known = await findRemovedKey(ctx.db);
  if (known !== undefined) return known;
  const blob = await ctx.blobs.put(Readable.from([]), { maxBytes: 1 });
  await insertRemovedBlob(ctx.db, blob, ctx.now());
  return blob.key;
}
