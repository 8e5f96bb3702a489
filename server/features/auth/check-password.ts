import {
  type Counted,
  countFailure,
  forgetFailures,
  refuseTooManyFailures,
} from '#server/access/failure-limits.ts';
import { verifyPassword } from '#server/access/passwords.ts';
import type { Context } from '#server/context.ts';
import { accountKey } from './account-key.ts';

/**
 * Whether the password is the one behind `hash`; an absent hash takes as long. Failures count for the name and the
 * address, and after too many nothing more is heard, right or wrong.
 */
export async function checkPassword(
  ctx: Context,
  name: string,
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  const account: Counted = { kind: 'account', name: accountKey(name) };
  const counted: Counted[] = [account, { kind: 'address', name: ctx.address }];
  await refuseTooManyFailures(ctx, counted);
  if (!(await verifyPassword(password, hash))) {
    await countFailure(ctx, counted);
    return false;
  }
  // Once more: of many guesses sent at the same time none is heard after the limit was reached.
  await refuseTooManyFailures(ctx, counted);
  await forgetFailures(ctx, account);
  return true;
}
