import { limitAtOnce } from '#server/authorization/concurrency-limit.ts';
import type { Context } from '#server/app/context.ts';

/** More than any page asks at once; a script's thousand would make everybody else wait for its turn. */
const LIMIT = { most: 16, sentence: 'Too many questions at once. Please wait for the answers.' };

/** Asks the index unless the actor waits for too many answers already. */
export const askWithinLimit = <T>(ctx: Context, ask: () => Promise<T>): Promise<T> =>
  limitAtOnce(ctx, ctx.index, LIMIT, ask);
