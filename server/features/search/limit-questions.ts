import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { SearchIndex } from '#server/platform/index/search-index.ts';
import type { Actor } from '#shared/policies/actor.ts';

/** More than any page asks at once; a script's thousand would make everybody else wait for its turn. */
const MOST_AT_ONCE = 16;

/** Of each process alone, as its index is: what is shared out is the time of the one thread that answers. */
const asking = new WeakMap<SearchIndex, Map<string, number>>();

const nameOf = (actor: Actor): string =>
  actor.kind === 'user'
    ? `user ${actor.id}`
    : actor.kind === 'visitor'
      ? `visitor ${actor.invitationId}`
      : '';

/** Asks the index unless the actor waits for too many answers already. */
export async function askWithinLimit<T>(ctx: Context, ask: () => Promise<T>): Promise<T> {
  const counts = asking.get(ctx.index) ?? new Map<string, number>();
  asking.set(ctx.index, counts);
  const name = nameOf(ctx.actor);
  const count = counts.get(name) ?? 0;
  if (count >= MOST_AT_ONCE)
    throw new AppError('rate-limited', 'Too many questions at once. Please wait for the answers.');
  counts.set(name, count + 1);
  try {
    return await ask();
  } finally {
    const left = (counts.get(name) ?? 1) - 1;
    if (left > 0) counts.set(name, left);
    else counts.delete(name);
  }
}
