import type { Context } from '#server/app/context.ts';
import { AppError, isUnavailable } from '#server/app/errors.ts';
import { acquire } from '#server/authorization/limits/concurrency-limit.ts';

/** Above what any page sends at once, so that only scripts are refused. */
const CONCURRENCY_LIMIT = { max: 16, message: 'Too many questions at once. Wait for the answers.' };

/** Refuses the actor who has too many queries running; returns the function that ends this one. */
export const acquireQuestionSlot = (ctx: Context): (() => void) =>
  acquire(ctx, ctx.searchIndex, CONCURRENCY_LIMIT);

const RETRY_AFTER_SECONDS = 5;

/** Waits for the index, and refuses with a message of its own while the search server is away. */
export const waitForIndex = <Value>(answer: Promise<Value>): Promise<Value> =>
  answer.catch((cause: unknown) => {
    if (!isUnavailable(cause)) throw cause;
    const message = 'Search is not available just now. Try again in a moment.';
    throw new AppError('unavailable', message, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
  });
