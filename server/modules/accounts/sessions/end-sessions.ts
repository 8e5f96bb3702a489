import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { forgetAllSteps } from '#server/authorization/links/forget-devices.ts';
import { transactionAsUser } from '#server/authorization/reload-actor.ts';
import { loadCurrentUser } from '../load-current-user.ts';
import { describeDevice } from './describe-device.ts';
import { currentTokenHash, loadOwnSessions, sessionId } from './list-sessions.ts';
import { removeAllSessions, removeOtherSessions, removeSession, revokeAllTokens } from './queries.ts';

/** Ends one of the requester's sessions. Those of others are not found. */
export function endOwnSession(ctx: Context, id: number): Promise<void> {
  return transactionAsUser(ctx, async (ctx) => {
    const session = (await loadOwnSessions(ctx)).find((row) => sessionId(row) === id);
    if (!session || !(await removeSession(ctx.db, session.token_hash)))
      throw new AppError('not-found', 'This session has already ended.');
    await audit(ctx, {
      action: 'session.end',
      details: { device: describeDevice(session.user_agent), address: session.address },
    });
  });
}

/** Signs the requester out everywhere else. */
export function endOtherSessions(ctx: Context): Promise<void> {
  return transactionAsUser(ctx, async (ctx) => {
    const user = await loadCurrentUser(ctx);
    const count = await removeOtherSessions(ctx.db, user.id, currentTokenHash(ctx));
    await audit(ctx, { action: 'session.end', details: { count } });
  });
}

/**
 * Signs everybody out: all users, the requester too, their programs, and all visitors, whose links continue to work and ask for
 * every step again.
 */
export function endAllSessions(ctx: Context): Promise<void> {
  return transactionAsUser(ctx, async (ctx) => {
    authorizeSystemAction(ctx.actor, 'manageUsers');
    await forgetAllSteps(ctx);
    await removeAllSessions(ctx.db);
    // Again, because the first time may have waited for a visitor who was being admitted and whose browser is remembered by now.
    await forgetAllSteps(ctx);
    const revokedTokens = await revokeAllTokens(ctx.db, ctx.now());
    await audit(ctx, { action: 'session.end-all', ...(revokedTokens > 0 && { details: { revokedTokens } }) });
  });
}
