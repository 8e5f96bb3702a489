import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { createSession, endSession } from '#server/authorization/sessions.ts';
import { findUser, type UserRow } from './queries.ts';
import { WRONG_CREDENTIALS } from './sign-in.ts';

interface BrowserSession {
  /** What its cookie holds now. */
  readonly token: string | undefined;
  readonly userAgent: string;
}

/**
 * Signs the user in and returns the value of their new cookie. A new one at each sign-in: what the browser carried
 * before, whoever put it there, opens nothing any more.
 */
export function confirmSignIn(
  ctx: Context,
  user: UserRow,
  { token, userAgent }: BrowserSession,
): Promise<string> {
  return withLock(ctx, 'users', async (ctx) => {
    // A password that was changed while the old one was being checked ended every session, and begins none.
    const current = await findUser(ctx.db, user.id);
    if (current?.password_hash !== user.password_hash)
      throw new AppError('unauthenticated', WRONG_CREDENTIALS);
    await endSession(ctx, token);
    const actor = { kind: 'user', id: user.id, isAdmin: user.is_admin === 1 } as const;
    await audit(ctx, { action: 'session.sign-in', actor, details: { userAgent: userAgent.slice(0, 300) } });
    return createSession(ctx, { userId: user.id }, { address: ctx.address, userAgent });
  });
}
