import { randomBytes } from 'node:crypto';
import { type Context, withLock } from '#server/app/context.ts';
import { createAccount } from './create-account.ts';
import { hasAnyUser } from './queries.ts';

/**
 * Makes the first administrator when there is no user yet.
 * Returns the password when it was made up here, so that the start can print it once; it is kept nowhere.
 */
export async function createFirstAdministrator(
  ctx: Context,
): Promise<{ username: string; password: string | undefined } | undefined> {
  const { username, email, password } = ctx.config.firstAdmin;
  const madeUp = randomBytes(12).toString('base64url');
  // Of several processes that start on one empty database, one makes the account.
  return withLock(ctx, 'users', async (ctx) => {
    if (await hasAnyUser(ctx.db)) return undefined;
    await createAccount(ctx, { username, email, password: password ?? madeUp, isAdmin: true });
    return { username, password: password === undefined ? madeUp : undefined };
  });
}
