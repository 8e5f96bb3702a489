import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { accountKey } from './account-key.ts';
import { assertNamesAvailable } from './change-names.ts';
import { insertUser, type UserRow } from './queries.ts';

interface NewAccount {
  username: string;
  email: string;
  isAdmin: boolean;
  /** True for an address that an invitation or an administrator vouches for. */
  hasVerifiedEmail: boolean;
}

/** Audit action: the user registered, or an administrator created the account. */
type CreationAction = 'session.register' | 'user.create';

/** Creates an account; refuses a name or e-mail that an active account has. */
export async function createAccount(
  ctx: Context,
  { password, ...account }: NewAccount & { password: string },
  action: CreationAction = 'user.create',
): Promise<UserRow> {
  return insertAccount(ctx, account, await hashPassword(password), action);
}

/**
 * Creates an account in a larger transaction. The caller hashes the password before, since that takes longer than a transaction
 * should.
 */
export function insertAccount(
  ctx: Context,
  account: NewAccount,
  passwordHash: string,
  action: CreationAction,
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
      email_verified_at: account.hasVerifiedEmail ? ctx.now() : null,
    });
    await audit(ctx, {
      action,
      object: { kind: 'user', id: user.id, name: user.username },
      details: { email: user.email, isAdmin: account.isAdmin },
    });
    if (!account.hasVerifiedEmail) await publish(ctx, 'account.email_unverified', { userId: user.id });
    return user;
  });
}
