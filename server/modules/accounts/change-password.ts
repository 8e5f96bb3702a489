import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { hashPassword } from '#server/authorization/password-hashing.ts';
import { createSession, endUserSessions } from '#server/authorization/sessions.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { PASSWORD_TOO_SHORT, type updatePassword } from '#shared/contracts/profile.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/domain/limits.ts';
import { assertPasswordLength } from './assert-password-length.ts';
import { checkPassword } from './check-password.ts';
import { loadCurrentUser } from './load-current-user.ts';
import { setUser } from './queries.ts';

/** Ends every session of the account and begins a new one, whose cookie's value it returns. */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword }: BodyOf<typeof updatePassword>,
  userAgent: string,
): Promise<string> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  assertPasswordLength(ctx, newPassword, 'newPassword');
  const current = await loadCurrentUser(ctx);
  // Else a session that somebody left open would be a place to guess without end.
  if (!(await checkPassword(ctx, current.username, currentPassword, current)))
    throw wrongPassword(currentPassword);
  const passwordHash = await hashPassword(newPassword);
  return withLock(ctx, 'users', async (ctx) => {
    const user = await loadCurrentUser(ctx);
    // Of two changes at once one is first; the other's current password is none any more.
    if (user.password_hash !== current.password_hash) throw wrongPassword(currentPassword);
    await setUser(ctx.db, user.id, { password_hash: passwordHash });
    await audit(ctx, {
      action: 'user.password',
      object: { kind: 'user', id: user.id, name: user.username },
    });
    await endUserSessions(ctx, user.id);
    return createSession(ctx, { userId: user.id }, { address: ctx.address, userAgent });
  });
}

function wrongPassword(given: string): AppError {
  const message = given.length < MIN_PASSWORD_LENGTH ? PASSWORD_TOO_SHORT : 'The current password is wrong.';
  return new AppError('invalid', message, { fields: { currentPassword: message } });
}
