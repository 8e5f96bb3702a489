import { randomBytes } from 'node:crypto';
import { type Context, withLock } from '#server/app/context.ts';
import { assertAcceptablePassword } from './assert-acceptable-password.ts';
import { createAccount } from './create-account.ts';
import { hasAnyUser } from './queries.ts';

/**
 * Creates the first administrator when there is no user yet.
 * Returns the password if it was generated, so that the start can print it once; only its hash is stored.
 */
export async function createFirstAdministrator(
  ctx: Context,
): Promise<{ username: string; password: string | undefined } | undefined> {
  const { username, email, password } = ctx.config.firstAdmin;
  const generated = randomBytes(12).toString('base64url');
  // If several processes start on an empty database, one of them creates the account.
  return withLock(ctx, 'users', async (ctx) => {
    if (await hasAnyUser(ctx.db)) return undefined;
    if (password !== undefined) {
      await assertAcceptablePassword(ctx, { password, username, email }).catch((cause: Error) => {
        throw new Error(`ADMIN_PASSWORD is not usable: ${cause.message}`, { cause });
      });
    }
    await createAccount(ctx, {
      username,
      email,
      password: password ?? generated,
      isAdmin: true,
      hasVerifiedEmail: true,
    });
    return { username, password: password === undefined ? generated : undefined };
  });
}
