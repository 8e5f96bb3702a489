import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { endUserSessions } from '#server/authorization/sessions.ts';
import {
  assertSignInAllowed,
  releaseAttempt,
  sessionCounters,
} from '#server/authorization/sign-in-limits.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { PASSWORD_TOO_SHORT, type updatePassword } from '#shared/contracts/profile.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/domain/limits.ts';
import { assertAcceptablePassword } from './assert-acceptable-password.ts';
import { checkPassword } from './check-password.ts';
import { loadCurrentUser } from './load-current-user.ts';
import { setUser } from './queries.ts';

interface PasswordChange {
  /** The account with its new password. */
  readonly account: { readonly id: number; readonly password_hash: string };
  /** Stores the new password and ends every session of the account. Runs in the transaction that creates the new one. */
  apply(ctx: Context): Promise<void>;
}

/** Checks the current password and hashes the new one, which takes longer than a transaction should. */
export async function preparePasswordChange(
  ctx: Context,
  { currentPassword, newPassword }: BodyOf<typeof updatePassword>,
): Promise<PasswordChange> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  const current = await loadCurrentUser(ctx);
  if (current.must_change_password === 1 && newPassword === currentPassword) throw unchangedPassword();
  const { username, email } = current;
  // Limited, because an unattended session must not allow unlimited guesses. Beyond the limit the new password costs no slot
  // either.
  const counters = sessionCounters(ctx, current.id);
  await assertSignInAllowed(ctx, counters);
  await assertAcceptablePassword(ctx, { password: newPassword, username, email }, 'newPassword');
  const attempt = await checkPassword(ctx, current, currentPassword, counters);
  if (!attempt) throw wrongPassword(currentPassword);
  const passwordHash = await hashPassword(newPassword);
  const apply = (ctx: Context): Promise<void> =>
    withLock(ctx, 'users', async (ctx) => {
      const user = await loadCurrentUser(ctx);
      // If two changes are made at once, the current password of the second is no longer valid.
      if (user.password_hash !== current.password_hash) throw wrongPassword(currentPassword);
      await releaseAttempt(ctx, attempt);
      await setUser(ctx.db, user.id, { password_hash: passwordHash, must_change_password: 0 });
      await audit(ctx, {
        action: 'user.password',
        object: { kind: 'user', id: user.id, name: user.username },
      });
      await endUserSessions(ctx, user.id);
    });
  return { account: { id: current.id, password_hash: passwordHash }, apply };
}

export function wrongPassword(password: string): AppError {
  const message =
    password.length < MIN_PASSWORD_LENGTH ? PASSWORD_TOO_SHORT : 'The current password is wrong.';
  return new AppError('invalid', message, { fields: { currentPassword: message } });
}

/** Refuses to keep a password that an administrator knows. */
function unchangedPassword(): AppError {
  const message = 'Choose a password that differs from the current one.';
  return new AppError('invalid', message, { fields: { newPassword: message } });
}
