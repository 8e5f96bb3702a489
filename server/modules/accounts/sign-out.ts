import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { endSession } from '#server/authorization/sessions.ts';

/** Ends the session behind the cookie, if there is one. */
export function signOut(ctx: Context, token: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await endSession(ctx, token);
    if (ctx.actor.kind !== 'anonymous') await audit(ctx, { action: 'session.sign-out' });
  });
}
