import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { SignInLimit } from '#shared/contracts/users.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { loadUser } from './load-user.ts';
import { listActiveSignInLimits, removeSignInLimits } from './queries.ts';

const MAX_LISTED = 100;

/** Lists the accounts that cannot sign in from somewhere at the moment. */
export async function listSignInLimits(ctx: Context): Promise<SignInLimit[]> {
  authorizeSystemAction(ctx.actor, 'manageUsers');
  const rows = await listActiveSignInLimits(ctx.db, ctx.now(), MAX_LISTED);
  return rows.map(({ id, username, scope, network, attempts, blocked_until }) => ({
    userId: id,
    username,
    scope: scope as SignInLimit['scope'], // rows of accounts have one of the contract's scopes
    network,
    failures: attempts,
    blockedUntil: isoInstant(blocked_until ?? 0),
  }));
}

/** Forgets the failed attempts of an account, so that it can sign in at once. Those of an address stay. */
export function liftSignInLimits(ctx: Context, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const user = await loadUser(ctx, id, ['liftSignInLimits']);
    await removeSignInLimits(ctx.db, id);
    await audit(ctx, { action: 'user.lift-limits', object: { kind: 'user', id, name: user.username } });
  });
}
