import type { Context } from '#server/app/context.ts';
import { acquire } from '#server/authorization/concurrency-limit.ts';

/** Above what any page sends at once, so that only scripts are refused. */
const CONCURRENCY_LIMIT = { max: 16, message: 'Too many questions at once. Please wait for the answers.' };

/** Refuses the actor who has too many queries running; returns the function that ends this one. */
export const acquireQuestionSlot = (ctx: Context): (() => void) =>
  acquire(ctx, ctx.searchIndex, CONCURRENCY_LIMIT);
