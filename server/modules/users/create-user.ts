import type { Context } from '#server/app/context.ts';
import { refuseToken } from '#server/authorization/api-tokens/assert-token-allows.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { assertAcceptablePassword } from '#server/modules/accounts/assert-acceptable-password.ts';
import { insertAccount } from '#server/modules/accounts/create-account.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createUser as contract } from '#shared/contracts/users.ts';
import type { UserRow } from './queries.ts';

/** Creates an account, of an administrator only if the body says so. */
export async function createUser(
  ctx: Context,
  { password, ...account }: BodyOf<typeof contract>,
): Promise<UserRow> {
  await assertAcceptablePassword(ctx, { ...account, password });
  const passwordHash = await hashPassword(password);
  // An administrator who is demoted at this moment creates no other one.
  return withLockAsUser(ctx, 'users', async (ctx) => {
    authorizeSystemAction(ctx.actor, 'manageUsers');
    // Otherwise a token would outlive its end as an account.
    if (account.isAdmin) refuseToken(ctx.actor);
    if (account.isAdmin) await assertReauthenticated(ctx);
    return insertAccount(ctx, { ...account, hasVerifiedEmail: true }, passwordHash, 'user.create');
  });
}
