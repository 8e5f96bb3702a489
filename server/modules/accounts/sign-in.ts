import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { login } from '#shared/contracts/session.ts';
import { accountKey } from './account-key.ts';
import { checkPassword } from './check-password.ts';
import { findUserByName, type UserRow } from './queries.ts';

export const WRONG_CREDENTIALS = 'Invalid username or password';

/** Finds the account behind a name or e-mail and a password. A wrong name and a wrong password answer alike and as slowly. */
export async function signIn(ctx: Context, { username, password }: BodyOf<typeof login>): Promise<UserRow> {
  const user = await findUserByName(ctx.db, accountKey(username));
  if (!(await checkPassword(ctx, username, password, user)) || !user) {
    throw new AppError('unauthenticated', WRONG_CREDENTIALS);
  }
  return user;
}
