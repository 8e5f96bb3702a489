import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { countWithinLimit, type RateLimitKey, uncountAttempt } from '#server/authorization/rate-limits.ts';
import { assertRegistrationAllowed } from '#server/modules/settings/assert-registration-allowed.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { register as contract } from '#shared/contracts/session.ts';
import { assertAcceptablePassword } from './assert-acceptable-password.ts';
import { createAccount } from './create-account.ts';
import type { UserRow } from './queries.ts';

/** Creates an account for an anonymous requester. The field `isAdmin` of the request is ignored. */
export async function registerAccount(ctx: Context, account: BodyOf<typeof contract>): Promise<UserRow> {
  await assertRegistrationAllowed(ctx, 'open');
  await countWithinLimit(ctx, { kind: 'registration', name: ctx.address });
  await assertAcceptablePassword(ctx, account);
  const { username, email, password } = account;
  // A taken name or address tells that somebody has an account. Counted before the outcome is known, for parallel requests.
  const taken: RateLimitKey = { kind: 'taken-name', name: ctx.address };
  await countWithinLimit(ctx, taken);
  const newAccount = { username, email, password, isAdmin: false, hasVerifiedEmail: false };
  let isTaken = false;
  try {
    return await createAccount(ctx, newAccount, 'session.register');
  } catch (error) {
    isTaken = error instanceof AppError && error.code === 'conflict';
    throw error;
  } finally {
    if (!isTaken) await uncountAttempt(ctx, taken);
  }
}
