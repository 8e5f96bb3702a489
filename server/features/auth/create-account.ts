import { hashPassword } from '#server/access/passwords.ts';
import { type Context, transactionAlone } from '#server/context.ts';
import { accountKey } from './account-key.ts';
import { refuseTakenNames } from './change-names.ts';
import { insertUser, type UserRow } from './queries.ts';

interface NewAccount {
  username: string;
  email: string;
  isAdmin: boolean;
}

/** Makes an account; refuses a name or e-mail that a living account has. */
export async function createAccount(
  ctx: Context,
  { password, ...account }: NewAccount & { password: string },
): Promise<UserRow> {
  return insertAccount(ctx, account, await hashPassword(password));
}

/** For a larger transaction: its caller hashes the password before, since a hash takes longer than a transaction should. */
export function insertAccount(ctx: Context, account: NewAccount, passwordHash: string): Promise<UserRow> {
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
