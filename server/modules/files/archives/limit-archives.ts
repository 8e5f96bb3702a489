import type { Readable } from 'node:stream';
import { takeTurn } from '#server/authorization/concurrency-limit.ts';
import type { Context } from '#server/app/context.ts';

/** The list of an archive stays in memory as long as it is read. */
const LIMIT = { most: 3, sentence: 'Too many archives at once. Please wait until one of them is done.' };

/** Begins an archive unless the actor has too many open that they read slowly or not at all. */
export async function beginWithinLimit<T extends { archive: Readable }>(
  ctx: Context,
  begin: () => Promise<T>,
): Promise<T> {
  const giveBack = takeTurn(ctx, ctx.blobs, LIMIT);
  try {
    const begun = await begin();
    begun.archive.once('close', giveBack);
    return begun;
  } catch (error) {
    giveBack();
    throw error;
  }
}
