import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { limitLookups } from '#server/authorization/limit-account-lookups.ts';
import type { Context } from '#server/app/context.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { listLivingUsers, type UserRow } from './queries.ts';

interface Wanted {
  username?: string | undefined;
  email?: string | undefined;
  limit: number;
  cursor: number | undefined;
}

/** All accounts for administrators; for other users the one that has exactly this name or this e-mail. */
export async function listUsers(ctx: Context, { username, email, ...page }: Wanted): Promise<UserRow[]> {
  const isLookup = (username === undefined) !== (email === undefined);
  authorizeInRoom(ctx.actor, isLookup ? 'findUser' : 'seeUsers');
  await limitLookups(ctx);
  return listLivingUsers(ctx.db, {
    ...page,
    usernameKey: username === undefined ? undefined : accountKey(username),
    emailKey: email === undefined ? undefined : accountKey(email),
  });
}
