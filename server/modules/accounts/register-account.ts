import type { Context } from '#server/app/context.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';
import { assertRegistrationAllowed } from '#server/modules/settings/assert-registration-allowed.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { register as contract } from '#shared/contracts/session.ts';
import { assertAcceptablePassword } from './assert-acceptable-password.ts';
import { createAccount } from './create-account.ts';
import type { UserRow } from './queries.ts';

/** Creates an account for an anonymous requester. The field `isAdmin` of the request is ignored. */
export async function registerAccount(ctx: Context, account: BodyOf<typeof contract>): Promise<UserRow> {
  await assertRegistrationAllowed(ctx, 'open');
  const counted: RateLimitKey[] = [{ kind: 'registration', name: ctx.address }];
  // Count before checking, so that parallel requests can't exceed the limit.
  await countAttempt(ctx, counted);
  await assertRateLimit(ctx, counted);
  await assertAcceptablePassword(ctx, account);
  const { username, email, password } = account;
  return createAccount(
    ctx,
    { username, email, password, isAdmin: false, hasVerifiedEmail: false },
    'session.register',
  );
}
