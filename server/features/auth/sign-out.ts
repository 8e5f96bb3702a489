import { endSession } from '#server/access/sessions.ts';
import { record } from '#server/audit.ts';
import { type Context, transaction } from '#server/context.ts';

/** Ends the session behind the cookie, if there is one. */
export function signOut(ctx: Context, token: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await endSession(ctx, token);
    if (ctx.actor.kind !== 'nobody') await record(ctx, { action: 'session.sign-out' });
  });
}
