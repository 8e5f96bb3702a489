import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
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
 * Takes one of the actor's turns, or refuses when they have too many of its kind already; what it answers gives the turn
 * back, once. Of each process alone: what is shared out is the time or memory of `worker`, the part of the process that works.
 */
export function takeTurn(
  { actor }: Pick<Context, 'actor'>,
  worker: object,
  { most, sentence }: Limit,
): () => void {
  const counts = counted.get(worker) ?? new Map<string, number>();
  counted.set(worker, counts);
  const name = nameOf(actor);
  const count = counts.get(name) ?? 0;
  if (count >= most) throw new AppError('rate-limited', sentence);
  counts.set(name, count + 1);
  return () => {
    const left = (counts.get(name) ?? 1) - 1;
    if (left > 0) counts.set(name, left);
    else counts.delete(name);
  };
}

/** Does the work in one of the actor's turns. */
export async function limitAtOnce<T>(
  ctx: Pick<Context, 'actor'>,
  worker: object,
  limit: Limit,
  work: () => Promise<T>,
): Promise<T> {
  const giveBack = takeTurn(ctx, worker, limit);
  try {
    return await work();
  } finally {
    giveBack();
  }
}
