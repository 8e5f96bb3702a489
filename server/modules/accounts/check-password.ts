import type { Context } from '#server/app/context.ts';
import { verifyPassword } from '#server/authorization/password-hashing.ts';
import { type RateLimitKey, reserveAttempt, resetAttempts } from '#server/authorization/rate-limits.ts';
import { accountKey } from './account-key.ts';
import type { UserRow } from './queries.ts';

/**
 * Whether the password is the user's; an absent user takes as long. Each attempt is counted as a failure, for the account
 * and the address, before the password is verified, and beyond a limit none is verified: the answer to a burst of
 * attempts does not depend on which of them has the right password.
 */
export async function checkPassword(
  ctx: Context,
  name: string,
  password: string,
  user: Pick<UserRow, 'id' | 'password_hash'> | undefined,
): Promise<boolean> {
  // By id, so that the username and the e-mail of an account share its limit.
  const account: RateLimitKey = user
    ? { kind: 'account', name: String(user.id) }
    : { kind: 'name', name: accountKey(name) };
  const attempt = await reserveAttempt(ctx, account, { kind: 'address', name: ctx.address });
  if (!(await verifyPassword(password, user?.password_hash))) return false;
  await resetAttempts(ctx, attempt);
  return true;
}
