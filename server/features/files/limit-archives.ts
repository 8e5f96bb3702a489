import type { Readable } from 'node:stream';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { BlobStore } from '#server/platform/storage/blob-store.ts';
import type { Actor } from '#shared/policies/actor.ts';

const MOST_AT_ONCE = 3;

/** Of each process alone: what is shared out is its memory, in which the list of an archive stays as long as it is read. */
const open = new WeakMap<BlobStore, Map<string, number>>();

const nameOf = (actor: Actor): string =>
  actor.kind === 'user'
    ? `user ${actor.id}`
    : actor.kind === 'visitor'
      ? `visitor ${actor.invitationId}`
      : '';

/** Begins an archive unless the actor has too many open that they read slowly or not at all. */
export async function beginWithinLimit<T extends { archive: Readable }>(
  ctx: Context,
  begin: () => Promise<T>,
): Promise<T> {
  const counts = open.get(ctx.blobs) ?? new Map<string, number>();
  open.set(ctx.blobs, counts);
  const name = nameOf(ctx.actor);
  const count = (by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  if ((counts.get(name) ?? 0) >= MOST_AT_ONCE)
    throw new AppError('rate-limited', 'Too many archives at once. Please wait until one of them is done.');
  count(1);
  const end = () => {
    count(-1);
    if (counts.get(name) === 0) counts.delete(name);
  };
  try {
    const begun = await begin();
    begun.archive.once('close', end);
    return begun;
  } catch (error) {
    end();
    throw error;
  }
}
