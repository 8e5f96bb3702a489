import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { hashPassword } from '#server/authorization/password-hashing.ts';
import { endSessionsOf, startSession } from '#server/authorization/sessions.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { PASSWORD_TOO_SHORT, type updatePassword } from '#shared/contracts/profile.ts';
import { SHORTEST_PASSWORD } from '#shared/domain/limits.ts';
import { checkPassword } from './check-password.ts';
import { loadSelf } from './load-current-user.ts';
import { setUser } from './queries.ts';
import { refuseShortPassword } from './assert-password-length.ts';

/** Ends every session of the account and begins a new one, whose cookie's value it returns. */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword }: BodyOf<typeof updatePassword>,
  userAgent: string,
): Promise<string> {
  authorizeInRoom(ctx.actor, 'haveProfile');
  refuseShortPassword(ctx, newPassword, 'newPassword');
  const current = await loadSelf(ctx);
  // Else a session that somebody left open would be a place to guess without end.
  if (!(await checkPassword(ctx, current.username, currentPassword, current)))
    throw wrongPassword(currentPassword);
  const passwordHash = await hashPassword(newPassword);
  return transactionAlone(ctx, 'users', async (ctx) => {
    const user = await loadSelf(ctx);
    // Of two changes at once one is first; the other's current password is none any more.
    if (user.password_hash !== current.password_hash) throw wrongPassword(currentPassword);
    await setUser(ctx.db, user.id, { password_hash: passwordHash });
    await record(ctx, {
      action: 'user.password',
      object: { kind: 'user', id: user.id, name: user.username },
    });
    await endSessionsOf(ctx, user.id);
    return startSession(ctx, { userId: user.id }, { address: ctx.address, userAgent });
  });
}

function wrongPassword(given: string): AppError {
  const message = given.length < SHORTEST_PASSWORD ? PASSWORD_TOO_SHORT : 'The current password is wrong.';
  return new AppError('invalid', message, { fields: { currentPassword: message } });
}
