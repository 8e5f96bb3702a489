import { withActorNow } from '#server/access/actor-now.ts';
import { authorizeInRoom } from '#server/access/authorize.ts';
import { hashPassword } from '#server/access/passwords.ts';
import { type Context, transactionAlone } from '#server/context.ts';
import { insertAccount } from '#server/features/auth/create-account.ts';
import { refuseShortPassword } from '#server/features/auth/refuse-short-password.ts';
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
