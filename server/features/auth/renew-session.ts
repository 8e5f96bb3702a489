import { endSession, startSession, type Visit } from '#server/access/sessions.ts';
import { type Context, transactionAlone } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { findUser, type UserRow } from './queries.ts';

/**
 * Begins a session and returns its cookie's value. A new one at each sign-in: what the browser carried before, whoever
 * put it there, opens nothing any more.
 */
export function renewSession(
  ctx: Context,
  user: UserRow,
  before: string | undefined,
  visit: Visit,
): Promise<string> {
  return transactionAlone(ctx, 'users', async (ctx) => {
    // A password that was changed while it was being checked ended every session, and begins none.
    const current = await findUser(ctx.db, user.id);
    if (current?.password_hash !== user.password_hash)
      throw new AppError('unauthenticated', 'Invalid username or password');
    await endSession(ctx, before);
    return startSession(ctx, { userId: user.id }, visit);
  });
}
