import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { assertRecentlyAuthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { hasSecondFactor } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { loadCurrentUser } from '../load-current-user.ts';
import { countRecoveryCodes, insertRecoveryCodes, removeRecoveryCodes } from './queries.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';

/** Ends the recovery codes of an account and returns new ones, to be shown once. */
export async function issueRecoveryCodes(ctx: Context, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  await removeRecoveryCodes(ctx.db, userId);
  await insertRecoveryCodes(ctx.db, userId, codes.map(hashRecoveryCode));
  return codes;
}

export async function countOwnRecoveryCodes(ctx: Context): Promise<number> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  const { id } = await loadCurrentUser(ctx);
  return countRecoveryCodes(ctx.db, id);
}

/** Gives the requester new recovery codes, for those that are used up or were lost. */
export function replaceRecoveryCodes(ctx: Context): Promise<string[]> {
  return withLock(ctx, 'users', async (ctx) => {
    const user = await loadCurrentUser(ctx);
    await assertRecentlyAuthenticated(ctx);
    if (!(await hasSecondFactor(ctx, user.id)))
      throw new AppError('conflict', 'Set up a second factor first. Recovery codes replace it.');
    const codes = await issueRecoveryCodes(ctx, user.id);
    await audit(ctx, {
      action: 'user.new-recovery-codes',
      object: { kind: 'user', id: user.id, name: user.username },
    });
    return codes;
  });
}
