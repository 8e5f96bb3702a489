import {
  type Counted,
  countFailure,
  forgetFailures,
  refuseTooManyFailures,
} from '#server/access/failure-limits.ts';
import { verifyPassword } from '#server/access/passwords.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { login } from '#shared/contracts/session.ts';
import { accountKey } from './create-account.ts';
import { findUserByKey, type UserRow } from './queries.ts';

/** Finds the account behind a name and password. A wrong name and a wrong password answer alike and as slowly. */
export async function signIn(ctx: Context, { username, password }: BodyOf<typeof login>): Promise<UserRow> {
  const account: Counted = { kind: 'account', name: accountKey(username) };
  const counted: Counted[] = [account, { kind: 'address', name: ctx.address }];
  await refuseTooManyFailures(ctx, counted);
  const user = await findUserByKey(ctx.db, 'username_key', accountKey(username));
  if (!(await verifyPassword(password, user?.password_hash)) || !user) {
    await countFailure(ctx, counted);
    throw new AppError('unauthenticated', 'Invalid username or password');
  }
  // Once more: of many guesses sent at the same time none is heard after the limit was reached.
  await refuseTooManyFailures(ctx, counted);
  await forgetFailures(ctx, account);
  return user;
}
