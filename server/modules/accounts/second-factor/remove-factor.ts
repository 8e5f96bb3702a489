import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { assertRecentlyAuthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { loadCurrentUser } from '../load-current-user.ts';
import type { UserRow } from '../queries.ts';
import { findFactor, removeFactors } from './queries.ts';

/** Removes the requester's own app and its recovery codes. If a factor is required, the next sign-in sets one up again. */
export function removeOwnFactor(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'users', async (ctx) => {
    const user = await loadCurrentUser(ctx);
    if (!(await findFactor(ctx.db, user.id, { isConfirmed: true, id })))
      throw new AppError('not-found', 'This authenticator app was not found.');
    await assertRecentlyAuthenticated(ctx);
    await removeUserFactors(ctx, user);
  });
}

/** Removes the factors of an account, records it and mails the user. Belongs in a transaction of a caller who may. */
export async function removeUserFactors(ctx: Context, user: Pick<UserRow, 'id' | 'username'>): Promise<void> {
  if (!(await removeFactors(ctx.db, user.id)))
    throw new AppError('conflict', 'This account has no second factor.');
  await audit(ctx, {
    action: 'user.remove-factors',
    object: { kind: 'user', id: user.id, name: user.username },
  });
  const isOwn = ctx.actor.kind === 'user' && ctx.actor.id === user.id;
  if (ctx.mailer) await publish(ctx, 'account.factors_removed', { userId: user.id, byAdministrator: !isOwn });
}
