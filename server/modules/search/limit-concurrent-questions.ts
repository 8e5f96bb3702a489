import type { Context } from '#server/app/context.ts';
import { withConcurrencyLimit } from '#server/authorization/concurrency-limit.ts';

/** More than any page asks at once; a script's thousand would make everybody else wait for its turn. */
const CONCURRENCY_LIMIT = { max: 16, message: 'Too many questions at once. Please wait for the answers.' };

/** Asks the index unless the actor waits for too many answers already. */
export const limitConcurrentQuestions = <T>(ctx: Context, ask: () => Promise<T>): Promise<T> =>
  withConcurrencyLimit(ctx, ctx.searchIndex, CONCURRENCY_LIMIT, ask);
