import { withActorNow } from '#server/authorization/reload-actor.ts';
import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { hashPassword } from '#server/authorization/password-hashing.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { insertAccount } from '#server/modules/accounts/create-account.ts';
import { refuseShortPassword } from '#server/modules/accounts/assert-password-length.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createUser as contract } from '#shared/contracts/users.ts';
import type { UserRow } from './queries.ts';

/** Makes an account for somebody, an administrator's only if that is said. */
export async function createUser(
  ctx: Context,
  { password, ...account }: BodyOf<typeof contract>,
): Promise<UserRow> {
  refuseShortPassword(ctx, password);
  const passwordHash = await hashPassword(password);
  return transactionAlone(ctx, 'users', async (before) => {
    // Who is demoted at this moment makes no other administrator.
    const ctx = await withActorNow(before);
    authorizeInRoom(ctx.actor, 'manageUsers');
    return insertAccount(ctx, account, passwordHash, 'user.create');
  });
}
