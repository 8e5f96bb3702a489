import { endSession, startSession } from '#server/access/sessions.ts';
import { record } from '#server/audit.ts';
import { type Context, transaction } from '#server/context.ts';
import type { UserRow } from './queries.ts';

export type Account = Pick<UserRow, 'id' | 'is_admin'>;

interface Browser {
  /** What its cookie holds now. */
  readonly token: string | undefined;
  readonly userAgent: string;
}

/**
 * Signs the user in and returns the value of their new cookie. A new one at each sign-in: what the browser carried
 * before, whoever put it there, opens nothing any more.
 */
export function renewSession(ctx: Context, user: Account, { token, userAgent }: Browser): Promise<string> {
  return transaction(ctx, async (ctx) => {
    await endSession(ctx, token);
    const actor = { kind: 'user', id: user.id, isAdmin: user.is_admin === 1 } as const;
    await record(ctx, { action: 'session.sign-in', actor, details: { userAgent: userAgent.slice(0, 300) } });
    return startSession(ctx, { userId: user.id }, { address: ctx.address, userAgent });
  });
}
