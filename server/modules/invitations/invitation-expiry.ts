import type { Context } from '#server/app/context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the time at which an invitation made now expires, by the setting in days. */
export const expiryAfterDays = (ctx: Pick<Context, 'now'>, days: number) => ({
  expiration_days: days,
  expires_at: ctx.now() + days * DAY_MS,
});
