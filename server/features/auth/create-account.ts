import { hashPassword } from '#server/access/passwords.ts';
import { record } from '#server/audit.ts';
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

/** Makes an account, recorded as what it was to whoever made it; refuses a name or e-mail that a living account has. */
export async function createAccount(
  ctx: Context,
  account: NewAccount,
  action: 'session.register' | 'user.create' = 'user.create',
): Promise<UserRow> {
  const passwordHash = await hashPassword(account.password);
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
    const user = await insertUser(ctx.db, {
      username: account.username,
      username_key: usernameKey,
      email: account.email,
      email_key: emailKey,
      password_hash: passwordHash,
      is_admin: account.isAdmin ? 1 : 0,
      created_at: ctx.now(),
    });
    await record(ctx, {
      action,
      object: { kind: 'user', id: user.id, name: user.username },
      details: { email: user.email, isAdmin: account.isAdmin },
    });
    return user;
  });
}
