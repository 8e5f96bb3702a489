import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { accountKey } from './account-key.ts';
import { listUsersByKeys, setUser, type UserRow } from './queries.ts';

interface Names {
  readonly username: string;
  readonly email: string;
}

/**
 * Refuses a name or e-mail that another active account has. Either signs in, so a name may not equal the e-mail of another
 * account, nor the other way round. The answer holds while the transaction has the lock `users`.
 */
export async function assertNamesAvailable(ctx: Context, names: Names, selfId?: number): Promise<void> {
  const [username, email] = [accountKey(names.username), accountKey(names.email)];
  const others = (await listUsersByKeys(ctx.db, [username, email])).filter(({ id }) => id !== selfId);
  const isTaken = (key: string) =>
    others.some(({ username_key, email_key }) => username_key === key || email_key === key);
  if (isTaken(username)) {
    const message = 'This username is taken';
    throw new AppError('conflict', message, { fields: { username: message } });
  }
  if (isTaken(email)) {
    const message = 'There is already an account with this email';
    throw new AppError('conflict', message, { fields: { email: message } });
  }
}

/** Changes the name or e-mail of an account. Requires the lock `users`. */
export async function changeNames(ctx: Context, user: UserRow, names: Names): Promise<void> {
  await assertNamesAvailable(ctx, names, user.id);
  await setUser(ctx.db, user.id, {
    username: names.username,
    username_key: accountKey(names.username),
    email: names.email,
    email_key: accountKey(names.email),
  });
}
