import { hashPassword } from '#server/access/passwords.ts';
import { record } from '#server/audit.ts';
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
export const createAccount = async (ctx: Context, account: NewAccount): Promise<UserRow> =>
  insertAccount(ctx, account, await hashPassword(account.password));

/** As `createAccount`, in a transaction that others wait for: the hash, which takes its time, is made before. */
export function insertAccount(
  ctx: Context,
  account: Omit<NewAccount, 'password'>,
  passwordHash: string,
): Promise<UserRow> {
  return transactionAlone(ctx, 'users', async (ctx) => {
    await refuseTakenNames(ctx, account);
    return insertUser(ctx.db, {
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
      username_key: accountKey(account.username),
      email: account.email,
      email_key: accountKey(account.email),
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
