import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { Actor } from '#shared/policies/actor.ts';

interface Limit {
  most: number;
  /** For who wants more. */
  sentence: string;
}

const nameOf = (actor: Actor): string =>
  actor.kind === 'user'
    ? `user ${actor.id}`
    : actor.kind === 'visitor'
      ? `visitor ${actor.invitationId}`
      : '';

const counted = new WeakMap<object, Map<string, number>>();

/**
 * Does the work unless the actor waits for too much of its kind already. Of each process alone: what is shared out is the time
 * of `worker`, the part of the process that does it.
 */
export async function limitAtOnce<T>(
  { actor }: Pick<Context, 'actor'>,
  worker: object,
  { most, sentence }: Limit,
  work: () => Promise<T>,
): Promise<T> {
  const counts = counted.get(worker) ?? new Map<string, number>();
  counted.set(worker, counts);
  const name = nameOf(actor);
  const count = counts.get(name) ?? 0;
  if (count >= most) throw new AppError('rate-limited', sentence);
  counts.set(name, count + 1);
  try {
    return await work();
  } finally {
    const left = (counts.get(name) ?? 1) - 1;
    if (left > 0) counts.set(name, left);
    else counts.delete(name);
  }
}
