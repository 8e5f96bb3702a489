import type { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { acquire } from '#server/authorization/concurrency-limit.ts';

/** The list of an archive stays in memory as long as it is read. */
const ARCHIVE_LIMIT = {
  max: 3,
  message: 'Too many archives at once. Please wait until one of them is done.',
};

/** Begins an archive unless the actor has too many open that they read slowly or not at all. */
export async function withArchiveLimit<T extends { archive: Readable }>(
  ctx: Context,
  begin: () => Promise<T>,
): Promise<T> {
  const release = acquire(ctx, ctx.blobs, ARCHIVE_LIMIT);
  try {
    const begun = await begin();
    begun.archive.once('close', release);
    return begun;
  } catch (error) {
    release();
    throw error;
  }
}
