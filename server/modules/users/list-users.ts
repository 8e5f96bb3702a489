import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import {
  limitAccountLookups,
  rememberFoundAccount,
} from '#server/authorization/limits/limit-account-lookups.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { listActiveUsers, type UserRow } from './queries.ts';

interface ListOptions {
  username?: string | undefined;
  email?: string | undefined;
  limit: number;
  cursor: number | undefined;
}

/** Lists all accounts for administrators; for other users the account with exactly this name or e-mail. */
export async function listUsers(ctx: Context, { username, email, ...page }: ListOptions): Promise<UserRow[]> {
  const isLookup = (username === undefined) !== (email === undefined);
  authorizeSystemAction(ctx.actor, isLookup ? 'findUser' : 'seeUsers');
  await limitAccountLookups(ctx);
  const users = await listActiveUsers(ctx.db, {
    ...page,
    usernameKey: username === undefined ? undefined : accountKey(username),
    emailKey: email === undefined ? undefined : accountKey(email),
    // If a mail can confirm addresses, an unconfirmed address finds nobody.
    isVerified: isLookup && ctx.mailer !== undefined && !isAdmin(ctx.actor),
  });
  const [found] = users;
  if (isLookup && found) await rememberFoundAccount(ctx, found.id);
  return users;
}
