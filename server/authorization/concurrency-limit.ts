import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { Actor } from '#shared/policies/actor.ts';

interface ConcurrencyLimit {
  max: number;
  /** For who wants more. */
  message: string;
}

const actorKey = (actor: Actor): string =>
  actor.kind === 'user'
    ? `user ${actor.id}`
    : actor.kind === 'visitor'
      ? `visitor ${actor.invitationId}`
      : '';

const activeCounts = new WeakMap<object, Map<string, number>>();

/**
 * Takes one of the actor's turns, or refuses when they have too many of its kind already; what it answers gives the turn
 * back, once. Of each process alone: what is shared out is the time or memory of `worker`, the part of the process that works.
 */
export function acquire(
  { actor }: Pick<Context, 'actor'>,
  resource: object,
  { max, message }: ConcurrencyLimit,
): () => void {
  const counts = activeCounts.get(resource) ?? new Map<string, number>();
  activeCounts.set(resource, counts);
  const name = actorKey(actor);
  const count = counts.get(name) ?? 0;
  if (count >= max) throw new AppError('rate-limited', message);
  counts.set(name, count + 1);
  return () => {
    const left = (counts.get(name) ?? 1) - 1;
    if (left > 0) counts.set(name, left);
    else counts.delete(name);
  };
}

/** Does the work in one of the actor's turns. */
export async function withConcurrencyLimit<T>(
  ctx: Pick<Context, 'actor'>,
  resource: object,
  limit: ConcurrencyLimit,
  work: () => Promise<T>,
): Promise<T> {
  const release = acquire(ctx, resource, limit);
  try {
    return await work();
  } finally {
    release();
  }
}
