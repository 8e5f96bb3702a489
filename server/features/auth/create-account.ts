import { hashPassword } from '#server/access/passwords.ts';
import { type Context, transactionAlone } from '#server/context.ts';
import { accountKey } from './account-key.ts';
import { refuseTakenNames } from './change-names.ts';
import { insertUser, type UserRow } from './queries.ts';

export interface NewAccount {
  username: string;
  email: string;
  password: string;
  isAdmin: boolean;
}

/** Makes an account; refuses a name or e-mail that a living account has. */
export async function createAccount(ctx: Context, account: NewAccount): Promise<UserRow> {
  const passwordHash = await hashPassword(account.password);
  return transactionAlone(ctx, 'users', async (ctx) => {
    await refuseTakenNames(ctx, account);
    return insertUser(ctx.db, {
      username: account.username,
      username_key: accountKey(account.username),
      email: account.email,
      email_key: accountKey(account.email),
      password_hash: passwordHash,
      is_admin: account.isAdmin ? 1 : 0,
      created_at: ctx.now(),
    });
  });
}
