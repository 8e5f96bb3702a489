import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { limitAccountLookups } from '#server/authorization/limit-account-lookups.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { listActiveUsers, type UserRow } from './queries.ts';

interface ListOptions {
  username?: string | undefined;
  email?: string | undefined;
  limit: number;
  cursor: number | undefined;
}

/** All accounts for administrators; for other users the one that has exactly this name or this e-mail. */
export async function listUsers(ctx: Context, { username, email, ...page }: ListOptions): Promise<UserRow[]> {
  const isLookup = (username === undefined) !== (email === undefined);
  authorizeSystemAction(ctx.actor, isLookup ? 'findUser' : 'seeUsers');
  await limitAccountLookups(ctx);
  return listActiveUsers(ctx.db, {
    ...page,
    usernameKey: username === undefined ? undefined : accountKey(username),
    emailKey: email === undefined ? undefined : accountKey(email),
  });
}
