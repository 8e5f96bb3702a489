import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { endUserSessions } from '#server/authorization/sessions.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { assertAcceptablePassword } from '#server/modules/accounts/assert-acceptable-password.ts';
import { changeNames } from '#server/modules/accounts/change-names.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateUser as contract } from '#shared/contracts/users.ts';
import type { UserAction } from '#shared/policies/users.ts';
import { loadUser } from './load-user.ts';
import { setUser, type UserRow } from './queries.ts';

/**
 * Changes an account. Its rights change with its next request; a new password ends all its sessions and must be changed at the
 * next sign-in.
 */
export async function updateUser(
  ctx: Context,
  id: number,
  { password, ...changes }: BodyOf<typeof contract>,
): Promise<UserRow> {
  if (password !== undefined) await assertPassword(ctx, id, changes, password);
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  const actions: UserAction[] = ['update'];
  if (changes.isAdmin === false) actions.push('demote');
  if (passwordHash !== undefined) actions.push('setPassword');
  // If two administrators demote each other at once, the second is refused, so that one administrator remains.
  return withLockAsUser(ctx, 'users', async (ctx) => {
    const user = await loadUser(ctx, id, actions);
    const { username = user.username, email = user.email, isAdmin = user.is_admin === 1 } = changes;
    // A link for a new password is mailed to the address.
    const changesAddress = accountKey(email) !== user.email_key;
    if (changesAddress) await loadUser(ctx, id, ['setAddress']);
    if (passwordHash !== undefined || changesAddress || isAdmin !== (user.is_admin === 1))
      await assertReauthenticated(ctx);
    await changeNames(ctx, user, { username, email });
    await setUser(ctx.db, id, {
      is_admin: isAdmin ? 1 : 0,
      password_hash: passwordHash ?? user.password_hash,
      must_change_password: passwordHash === undefined ? user.must_change_password : 1,
      // An administrator vouches for an address, as when creating the account.
      ...(changesAddress && { email_verified_at: ctx.now() }),
    });
    if (passwordHash !== undefined) await endUserSessions(ctx, id);
    await audit(ctx, {
      action: 'user.update',
      object: { kind: 'user', id, name: user.username },
      details: {
        before: { username: user.username, email: user.email, isAdmin: user.is_admin === 1 },
        changes,
        newPassword: passwordHash !== undefined,
      },
    });
    return loadUser(ctx, id, []);
  });
}

/** Checks the password with the names that the account will have. */
async function assertPassword(
  ctx: Context,
  id: number,
  changes: Omit<BodyOf<typeof contract>, 'password'>,
  password: string,
): Promise<void> {
  const user = await loadUser(ctx, id, ['setPassword']);
  const { username = user.username, email = user.email } = changes;
  await assertAcceptablePassword(ctx, { password, username, email });
}
