import { authorizeInRoom } from '#server/access/authorize.ts';
import { record } from '#server/audit.ts';
import { type Context, transaction } from '#server/context.ts';
import { createAccount } from '#server/features/auth/create-account.ts';
import { refuseShortPassword } from '#server/features/auth/refuse-short-password.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createUser as contract } from '#shared/contracts/users.ts';
import type { UserRow } from './queries.ts';

/** Makes an account for somebody, an administrator's only if that is said. */
export async function createUser(ctx: Context, account: BodyOf<typeof contract>): Promise<UserRow> {
  authorizeInRoom(ctx.actor, 'manageUsers');
  refuseShortPassword(ctx, account.password);
  return transaction(ctx, async (ctx) => {
    const user = await createAccount(ctx, account);
    await record(ctx, {
      action: 'user.create',
      object: { kind: 'user', id: user.id, name: user.username },
      details: { email: user.email, isAdmin: account.isAdmin },
    });
    return user;
  });
}
