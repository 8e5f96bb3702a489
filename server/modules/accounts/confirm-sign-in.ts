import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { releaseAttempt } from '#server/authorization/sign-in-limits.ts';
import type { Attempt } from './check-password.ts';
import { findUser, type UserRow } from './queries.ts';
import { WRONG_CREDENTIALS } from './sign-in.ts';

/** A right password of an account, or a new account, which made no attempt. */
export interface SignIn {
  readonly user: UserRow;
  readonly attempt?: Attempt;
}

/**
 * Records a sign-in, or refuses it when the password was changed while the old one was being verified: that change
 * ended every session of the account. Runs in the transaction that creates the session.
 */
export function confirmSignIn(ctx: Context, { user, attempt }: SignIn, userAgent: string): Promise<void> {
  return withLock(ctx, 'users', async (ctx) => {
    const current = await findUser(ctx.db, user.id);
    if (current?.password_hash !== user.password_hash)
      throw new AppError('unauthenticated', WRONG_CREDENTIALS);
    if (attempt) await releaseAttempt(ctx, attempt);
    const actor = { kind: 'user', id: user.id, isAdmin: user.is_admin === 1 } as const;
    await audit(ctx, { action: 'session.sign-in', actor, details: { userAgent: userAgent.slice(0, 300) } });
  });
}
