import { type Context, withLock } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { hashPassword } from '#server/authorization/password-hashing.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { assertPasswordLength } from '#server/modules/accounts/assert-password-length.ts';
import { insertAccount } from '#server/modules/accounts/create-account.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createUser as contract } from '#shared/contracts/users.ts';
import type { UserRow } from './queries.ts';

/** Makes an account for somebody, an administrator's only if that is said. */
export async function createUser(
  ctx: Context,
  { password, ...account }: BodyOf<typeof contract>,
): Promise<UserRow> {
  assertPasswordLength(ctx, password);
  const passwordHash = await hashPassword(password);
  return withLock(ctx, 'users', async (before) => {
    // Who is demoted at this moment makes no other administrator.
    const ctx = await reloadUser(before);
    authorizeSystemAction(ctx.actor, 'manageUsers');
    return insertAccount(ctx, account, passwordHash, 'user.create');
  });
}
