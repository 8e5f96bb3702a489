import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { assertRecentlyAuthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { hasSecondFactor } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { loadCurrentUser } from '../load-current-user.ts';
import type { UserRow } from '../queries.ts';
import { findFactor, removeAllFactors, removeAuthenticatorApps, removeRecoveryCodes } from './queries.ts';

type Account = Pick<UserRow, 'id' | 'username'>;

/**
 * Removes the requester's own app. If it was the last factor and one is required, the next sign-in sets one up again.
 */
export function removeOwnFactor(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'users', async (ctx) => {
    const user = await loadCurrentUser(ctx);
    if (!(await findFactor(ctx.db, user.id, { isConfirmed: true, id })))
      throw new AppError('not-found', 'This authenticator app was not found.');
    await assertRecentlyAuthenticated(ctx);
    await removeAuthenticatorApps(ctx.db, user.id);
    await auditRemoval(ctx, user);
    await finishFactorRemoval(ctx, user, 'the authenticator app');
  });
}

const auditRemoval = (ctx: Context, user: Account): Promise<void> =>
  audit(ctx, {
    action: 'user.remove-factors',
    object: { kind: 'user', id: user.id, name: user.username },
  });

/**
 * Ends the recovery codes with the last factor of the requester, and mails what was removed. Belongs in the transaction of the
 * removal.
 */
export async function finishFactorRemoval(ctx: Context, user: Account, removed: string): Promise<void> {
  const remains = await hasSecondFactor(ctx, user.id);
  if (!remains) await removeRecoveryCodes(ctx.db, user.id);
  if (ctx.mailer)
    await publish(ctx, 'account.factors_removed', {
      userId: user.id,
      byAdministrator: false,
      removed,
      remains,
    });
}

/** Removes all factors of an account, records it and mails the user. Belongs in a transaction of a caller who may. */
export async function removeUserFactors(ctx: Context, user: Account): Promise<void> {
  if (!(await hasSecondFactor(ctx, user.id)))
    throw new AppError('conflict', 'This account has no second factor.');
  await removeAllFactors(ctx.db, user.id);
  await auditRemoval(ctx, user);
  const byAdministrator = ctx.actor.kind !== 'user' || ctx.actor.id !== user.id;
  if (ctx.mailer) await publish(ctx, 'account.factors_removed', { userId: user.id, byAdministrator });
}
