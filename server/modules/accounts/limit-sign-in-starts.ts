import type { Context } from '#server/app/context.ts';
import { countWithinLimit, type RateLimitKey, uncountAttempt } from '#server/authorization/rate-limits.ts';

const startFrom = (address: string): RateLimitKey => ({ kind: 'challenge', name: address });

/** Limits the sign-ins that begin from a network without a password, since each adds a row. */
export const limitSignInStarts = (ctx: Context): Promise<void> =>
  countWithinLimit(ctx, startFrom(ctx.address));

/** Takes back what was counted for a sign-in that succeeded, so that a network may have any number of people. */
export const releaseSignInStart = (ctx: Context): Promise<void> =>
  uncountAttempt(ctx, startFrom(ctx.address));
