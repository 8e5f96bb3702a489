import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { endUserSessions } from '#server/authorization/sessions.ts';
import { assertAcceptablePassword } from '#server/modules/accounts/assert-acceptable-password.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { resetPassword as contract } from '#shared/contracts/profile.ts';
import { loadLinkedAccount } from './account-link.ts';
import { removeLinksAndLimits, removeOtherAccess, setUser } from './queries.ts';

/**
 * Sets a new password with a mailed link, ends all sessions of the account and lifts the limits on its sign-ins. Its other ways
 * in end too if nobody had confirmed the address, but for administrators: nobody can register as one.
 */
export async function resetPassword(
  ctx: Context,
  { token, newPassword }: BodyOf<typeof contract>,
): Promise<void> {
  const { username, email } = await loadLinkedAccount(ctx, token, 'password-reset');
  await assertAcceptablePassword(ctx, { password: newPassword, username, email }, 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await withLock(ctx, 'users', async (ctx) => {
    // Checked again under the lock: of two parallel requests one uses the link.
    const user = await loadLinkedAccount(ctx, token, 'password-reset');
    await setUser(ctx.db, user.id, {
      password_hash: passwordHash,
      must_change_password: 0,
      // The link was mailed to this address: a change of it makes the link void.
      email_verified_at: user.email_verified_at ?? ctx.now(),
    });
    await endUserSessions(ctx, user.id);
    // Somebody else may have registered the address to come back once its holder has the account.
    const endsOtherAccess = user.email_verified_at === null && user.is_admin === 0;
    if (endsOtherAccess)
      await withLock(ctx, 'folder-tree', ({ db, now }) => removeOtherAccess(db, user.id, now()));
    await removeLinksAndLimits(ctx.db, user.id);
    await audit(ctx, {
      action: 'user.password',
      actor: { kind: 'user', id: user.id, isAdmin: user.is_admin === 1 },
      object: { kind: 'user', id: user.id, name: user.username },
      details: { mailedLink: true, ...(endsOtherAccess && { removedOtherAccess: true }) },
    });
  });
}
