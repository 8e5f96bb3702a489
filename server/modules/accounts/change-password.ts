import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { hashPassword } from '#server/authorization/password-hashing.ts';
import { endUserSessions } from '#server/authorization/sessions.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { PASSWORD_TOO_SHORT, type updatePassword } from '#shared/contracts/profile.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/domain/limits.ts';
import { assertPasswordLength } from './assert-password-length.ts';
import { checkPassword } from './check-password.ts';
import { loadCurrentUser } from './load-current-user.ts';
import { setUser } from './queries.ts';

interface PasswordChange {
  readonly userId: number;
  /** Stores the new password and ends every session of the account. Runs in the transaction that creates the new one. */
  apply(ctx: Context): Promise<void>;
}

/** Checks the current password and hashes the new one, which takes longer than a transaction should. */
export async function preparePasswordChange(
  ctx: Context,
  { currentPassword, newPassword }: BodyOf<typeof updatePassword>,
): Promise<PasswordChange> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  assertPasswordLength(ctx, newPassword, 'newPassword');
  const current = await loadCurrentUser(ctx);
  // Attempts are limited as at sign-in: an unattended session must not allow unlimited guesses.
  if (!(await checkPassword(ctx, current.username, currentPassword, current)))
    throw wrongPassword(currentPassword);
  const passwordHash = await hashPassword(newPassword);
  const apply = (ctx: Context): Promise<void> =>
    withLock(ctx, 'users', async (ctx) => {
      const user = await loadCurrentUser(ctx);
      // Of two changes at the same time, the second one's current password is no longer valid.
      if (user.password_hash !== current.password_hash) throw wrongPassword(currentPassword);
      await setUser(ctx.db, user.id, { password_hash: passwordHash });
      await audit(ctx, {
        action: 'user.password',
        object: { kind: 'user', id: user.id, name: user.username },
      });
      await endUserSessions(ctx, user.id);
    });
  return { userId: current.id, apply };
}

function wrongPassword(password: string): AppError {
  const message =
    password.length < MIN_PASSWORD_LENGTH ? PASSWORD_TOO_SHORT : 'The current password is wrong.';
  return new AppError('invalid', message, { fields: { currentPassword: message } });
}
