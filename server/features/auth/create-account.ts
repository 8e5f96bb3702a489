import { hashPassword } from '#server/access/passwords.ts';
import { type Context, transactionAlone } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { findUserByKey, insertUser, type UserRow } from './queries.ts';

export interface NewAccount {
  username: string;
  email: string;
  password: string;
  isAdmin: boolean;
}

/** Names that look alike to people count as one: compatibility forms and case are folded. */
export const accountKey = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Makes an account; refuses a name or e-mail that a living account has. */
export const createAccount = async (ctx: Context, account: NewAccount): Promise<UserRow> =>
  insertAccount(ctx, account, await hashPassword(account.password));

/** As `createAccount`, in a transaction that others wait for: the hash, which takes its time, is made before. */
export function insertAccount(
  ctx: Context,
  account: Omit<NewAccount, 'password'>,
  passwordHash: string,
): Promise<UserRow> {
  return transactionAlone(ctx, 'users', async (ctx) => {
    const usernameKey = accountKey(account.username);
    const emailKey = accountKey(account.email);
    if (await findUserByKey(ctx.db, 'username_key', usernameKey)) {
      throw new AppError('conflict', 'This username is taken', {
        fields: { username: 'This username is taken' },
      });
    }
    if (await findUserByKey(ctx.db, 'email_key', emailKey)) {
      const message = 'There is already an account with this email';
      throw new AppError('conflict', message, { fields: { email: message } });
    }
    return insertUser(ctx.db, {
      username: account.username,
      username_key: usernameKey,
      email: account.email,
      email_key: emailKey,
      password_hash: passwordHash,
      is_admin: account.isAdmin ? 1 : 0,
      created_at: ctx.now(),
    });
  });
}
