import type { Context } from '#server/app/context.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { register as contract } from '#shared/contracts/session.ts';
import { assertPasswordLength } from './assert-password-length.ts';
import { createAccount } from './create-account.ts';
import type { UserRow } from './queries.ts';

/** Makes an account for whoever asks. What the request says of `isAdmin` is never heard. */
export async function registerAccount(ctx: Context, account: BodyOf<typeof contract>): Promise<UserRow> {
  assertPasswordLength(ctx, account.password);
  const counted: RateLimitKey[] = [{ kind: 'registration', name: ctx.address }];
  // Counted before it is asked, so that many at once are no way around.
  await countAttempt(ctx, counted);
  await assertRateLimit(ctx, counted);
  const { username, email, password } = account;
  return createAccount(ctx, { username, email, password, isAdmin: false }, 'session.register');
}
