import type { Context } from '#server/app/context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** From now on for so many days. */
export const expiryAfterDays = (ctx: Pick<Context, 'now'>, days: number) => ({
  expiration_days: days,
  expires_at: ctx.now() + days * DAY_MS,
});
