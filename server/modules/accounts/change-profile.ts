import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { limitAccountLookups } from '#server/authorization/limits/limit-account-lookups.ts';
import { releaseAttempt, sessionCounters } from '#server/authorization/sign-in-limits.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateProfile } from '#shared/contracts/profile.ts';
import { accountKey } from './account-key.ts';
import { changeNames } from './change-names.ts';
import { wrongPassword } from './change-password.ts';
import { type Attempt, checkPassword } from './check-password.ts';
import { hasNoPassword } from './company/company-account.ts';
import { loadCurrentUser } from './load-current-user.ts';
import { setUser, type UserRow } from './queries.ts';

/**
 * Changes the user's own name or email. A new address is unverified until a mailed link confirms it. Where the server sends mail,
 * it needs the password: otherwise a stolen session could have a link for a new password mailed to itself. Accounts that sign in
 * through the company only keep the address that the company vouches for.
 */
export async function changeProfile(
  ctx: Context,
  { currentPassword, ...changes }: BodyOf<typeof updateProfile>,
): Promise<UserRow> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  const checked = await loadCurrentUser(ctx);
  if (hasNoPassword(checked) && changesAddress(checked, changes)) {
    const message = 'You sign in through your company. Ask an administrator to change your email address.';
    throw new AppError('forbidden', message, { fields: { email: message } });
  }
  // The answer tells whether somebody has the name or address.
  if (changesName(checked, changes) || changesAddress(checked, changes)) await limitAccountLookups(ctx);
  const attempt =
    ctx.mailer && changesAddress(checked, changes)
      ? await requirePassword(ctx, checked, currentPassword)
      : undefined;
  return withLock(ctx, 'users', async (ctx) => {
    const before = await loadCurrentUser(ctx);
    const isUnchanged =
      before.password_hash === checked.password_hash && before.email_key === checked.email_key;
    // Otherwise a change of the address at the same moment would spare this one the password.
    if (ctx.mailer && !isUnchanged) throw new AppError('conflict', 'Your account has changed. Try again.');
    if (attempt) await releaseAttempt(ctx, attempt);
    await changeNames(ctx, before, {
      username: changes.username ?? before.username,
      email: changes.email ?? before.email,
    });
    const { firstName = before.first_name, lastName = before.last_name } = changes;
    await setUser(ctx.db, before.id, { first_name: firstName || null, last_name: lastName || null });
    if (changesAddress(before, changes)) {
      await setUser(ctx.db, before.id, { email_verified_at: null });
      await publish(ctx, 'account.email_unverified', { userId: before.id });
    }
    await audit(ctx, {
      action: 'user.profile',
      object: { kind: 'user', id: before.id, name: before.username },
      details: { before: { username: before.username, email: before.email }, changes },
    });
    return loadCurrentUser(ctx);
  });
}

const changesName = ({ username_key }: UserRow, { username }: { username?: string | undefined }): boolean =>
  username !== undefined && accountKey(username) !== username_key;

const changesAddress = ({ email_key }: UserRow, { email }: { email?: string | undefined }): boolean =>
  email !== undefined && accountKey(email) !== email_key;

async function requirePassword(ctx: Context, user: UserRow, password: string | undefined): Promise<Attempt> {
  if (password === undefined) {
    const message = 'Enter your current password to change the email address.';
    throw new AppError('invalid', message, { fields: { currentPassword: message } });
  }
  const attempt = await checkPassword(ctx, user, password, sessionCounters(ctx, user.id));
  if (!attempt) throw wrongPassword(password);
  return attempt;
}
