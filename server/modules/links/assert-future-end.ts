import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';

/** Converts the end of a link; refuses one that has passed. */
export function assertFutureEnd(ctx: Pick<Context, 'now'>, expiresAt: string | null): number | null {
  if (expiresAt === null) return null;
  const at = Date.parse(expiresAt);
  if (at > ctx.now()) return at;
  const message = 'Choose an end in the future.';
  throw new AppError('invalid', message, { fields: { expiresAt: message } });
}

/** Refuses a link that ends before it starts. */
export function assertStartsBeforeEnd(startsAt: string | null, expiresAt: string | null): void {
  if (startsAt === null || expiresAt === null || Date.parse(startsAt) < Date.parse(expiresAt)) return;
  const message = 'Choose a start before the end.';
  throw new AppError('invalid', message, { fields: { startsAt: message } });
}
