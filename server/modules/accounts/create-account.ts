import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { hashPassword } from '#server/authorization/password-hashing.ts';
import { accountKey } from './account-key.ts';
import { assertNamesAvailable } from './change-names.ts';
import { insertUser, type UserRow } from './queries.ts';

interface NewAccount {
  username: string;
  email: string;
  isAdmin: boolean;
}

/** What the making of an account is to whoever made it. */
type CreationAction = 'session.register' | 'user.create';

/** Makes an account; refuses a name or e-mail that a living account has. */
export async function createAccount(
  ctx: Context,
  { password, ...account }: NewAccount & { password: string },
  making: CreationAction = 'user.create',
): Promise<UserRow> {
  return insertAccount(ctx, account, await hashPassword(password), making);
}

/** For a larger transaction: its caller hashes the password before, since a hash takes longer than a transaction should. */
export function insertAccount(
  ctx: Context,
  account: NewAccount,
  passwordHash: string,
  making: CreationAction,
): Promise<UserRow> {
  return withLock(ctx, 'users', async (ctx) => {
    await assertNamesAvailable(ctx, account);
    const user = await insertUser(ctx.db, {
      username: account.username,
      username_key: accountKey(account.username),
      email: account.email,
      email_key: accountKey(account.email),
      password_hash: passwordHash,
      is_admin: account.isAdmin ? 1 : 0,
      created_at: ctx.now(),
    });
    await audit(ctx, {
      action: making,
      object: { kind: 'user', id: user.id, name: user.username },
      details: { email: user.email, isAdmin: account.isAdmin },
    });
    return user;
  });
}
