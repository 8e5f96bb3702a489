import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { hashSessionToken } from '#server/authorization/sessions.ts';
import { assertRecentlyAuthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { renewSession } from '#server/authorization/sign-in/renew-session.ts';
import { releaseAttempt, sessionCounters } from '#server/authorization/sign-in-limits.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import type { Factor, NewFactor } from '#shared/contracts/sign-in/factors.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { loadCurrentUser } from '../load-current-user.ts';
import { attemptCode, findUnusedStep } from './check-code.ts';
import {
  countRecoveryCodes,
  findFactor,
  insertFactor,
  removeUnconfirmedFactors,
  setConfirmed,
  setProtectedSession,
} from './queries.ts';
import { issueRecoveryCodes } from './replace-recovery-codes.ts';
import { buildOtpauthUri, createSecret } from './totp.ts';

/** Lists the requester's confirmed factors: none or one. */
export async function listFactors(ctx: Context): Promise<Factor[]> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  const { id: userId } = await loadCurrentUser(ctx);
  const factor = await findFactor(ctx.db, userId, { isConfirmed: true });
  if (!factor) return [];
  return [
    {
      id: factor.id,
      kind: factor.kind,
      createdAt: isoInstant(factor.created_at),
      recoveryCodesLeft: await countRecoveryCodes(ctx.db, userId),
    },
  ];
}

/** Creates the secret of an authenticator app, which counts only once a code of it was entered. */
export function startFactorSetup(ctx: Context): Promise<NewFactor> {
  return withLock(ctx, 'users', async (ctx) => {
    const user = await loadCurrentUser(ctx);
    await assertRecentlyAuthenticated(ctx);
    if (await findFactor(ctx.db, user.id, { isConfirmed: true }))
      throw new AppError('conflict', 'You already have an authenticator app. Remove it first.');
    await removeUnconfirmedFactors(ctx.db, user.id);
    const secret = createSecret();
    const id = await insertFactor(ctx.db, {
      user_id: user.id,
      encrypted_secret: ctx.encryptor.encrypt('second factor', secret),
      created_at: ctx.now(),
    });
    const product = await findProductName(ctx, undefined);
    // A colon would end the name in the address that the app reads.
    const issuer = `${product.replaceAll(':', '')} (${new URL(ctx.config.publicUrl).hostname})`;
    return { id, secret, uri: buildOtpauthUri(secret, user.username, issuer) };
  });
}

/**
 * Confirms the app with its first code, ends every other session of the account, and returns the recovery codes and the new token
 * of this session.
 */
export async function confirmFactor(
  ctx: Context,
  id: number,
  code: string,
): Promise<{ recoveryCodes: string[]; token: string | undefined }> {
  const user = await loadCurrentUser(ctx);
  const factor = await findFactor(ctx.db, user.id, { isConfirmed: false, id });
  if (!factor) throw new AppError('not-found', 'This set-up is no longer valid. Start again.');
  const counters = sessionCounters(ctx, user.id, 'code');
  const { attempt, code: step } = await attemptCode(ctx, user, counters, async () =>
    findUnusedStep(ctx, factor, code),
  );
  return withLock(ctx, 'users', async (ctx) => {
    // If two set-ups ran at once, the later replaced the earlier.
    if (!(await findFactor(ctx.db, user.id, { isConfirmed: false, id })))
      throw new AppError('not-found', 'This set-up is no longer valid. Start again.');
    await releaseAttempt(ctx, attempt);
    await setConfirmed(ctx.db, id, step, ctx.now());
    const codes = await issueRecoveryCodes(ctx, user.id);
    await setProtectedSession(ctx.db, user.id, hashSessionToken(ctx.sessionToken ?? ''), 'second-factor');
    await audit(ctx, {
      action: 'user.add-factor',
      object: { kind: 'user', id: user.id, name: user.username },
    });
    return { recoveryCodes: codes, token: await renewSession(ctx) };
  });
}
