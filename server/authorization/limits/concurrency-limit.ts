import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';

type Caller = Pick<Context, 'actor'> & Partial<Pick<Context, 'address'>>;

interface ConcurrencyLimit {
  max: number;
  /** Shown to an actor who exceeds the limit. */
  message: string;
}

/** Identifies who makes a request. Anonymous callers of one network are one, and a manager who views a room as a group is a user. */
export function callerKey({ actor, address }: Caller): string {
  if (actor.kind === 'anonymous') return `anonymous ${address ?? ''}`;
  if (actor.kind === 'user') return `user ${actor.id}`;
  return actor.viewAs ? `user ${actor.viewAs.openedById}` : `visitor ${actor.invitationId}`;
}

const activeCounts = new WeakMap<object, Map<string, number>>();

/**
 * Takes one of the actor's slots, or refuses when they already use too many of this kind; returns a function that releases the
 * slot, once. Slots are counted per process, since the limit protects the time and memory of `worker`, the part of the process
 * that does the work.
 */
export function acquire(caller: Caller, resource: object, { max, message }: ConcurrencyLimit): () => void {
  const counts = activeCounts.get(resource) ?? new Map<string, number>();
  activeCounts.set(resource, counts);
  const name = callerKey(caller);
  const count = counts.get(name) ?? 0;
  if (count >= max) throw new AppError('rate-limited', message);
  counts.set(name, count + 1);
  return () => {
    const left = (counts.get(name) ?? 1) - 1;
    if (left > 0) counts.set(name, left);
    else counts.delete(name);
  };
}

/** Runs the work in one of the actor's slots. */
export async function withConcurrencyLimit<T>(
  ctx: Caller,
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
