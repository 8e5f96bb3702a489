import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { findKnownDevice } from '#server/authorization/known-device.ts';
import { releaseAttempt, signInCounters } from '#server/authorization/sign-in-limits.ts';
import { recordSignIn } from '../confirm-sign-in.ts';
import type { UserRow } from '../queries.ts';
import { checkCode, spendCode } from './check-code.ts';
import { countRecoveryCodes } from './queries.ts';
import { endChallenge, loadChallengedUser } from './sign-in-challenge.ts';

interface SecondFactorSignIn {
  readonly user: UserRow;
  /** Uses the challenge and the code up. Runs in the transaction that creates the session. */
  apply(ctx: Context, userAgent: string): Promise<void>;
}

/** Checks the second step of a sign-in: the challenge of this browser, and a code of the app or a recovery code. */
export async function prepareSecondFactor(
  ctx: Context,
  code: string,
  { challengeToken, deviceToken }: { challengeToken: string | undefined; deviceToken: string | undefined },
): Promise<SecondFactorSignIn> {
  const user = await loadChallengedUser(ctx, challengeToken);
  const deviceId = findKnownDevice(ctx, user, deviceToken);
  const owner = { userId: user.id, name: user.username_key, secret: 'code' } as const;
  const counters = signInCounters(ctx, owner, deviceId);
  const checked = await checkCode(ctx, user, code, counters);
  const apply = (ctx: Context, userAgent: string): Promise<void> =>
    withLock(ctx, 'users', async (ctx) => {
      const current = await endChallenge(ctx, challengeToken);
      await spendCode(ctx, checked.code);
      await releaseAttempt(ctx, checked.attempt);
      const signIn = {
        user: current,
        assurance: 'second-factor',
        isNewDevice: deviceId === undefined,
      } as const;
      await recordSignIn(ctx, signIn, userAgent);
      if (checked.code.kind === 'totp') return;
      await audit(ctx, {
        action: 'user.recovery-code',
        actor: { kind: 'user', id: user.id, isAdmin: user.is_admin === 1 },
        object: { kind: 'user', id: user.id, name: user.username },
        details: { left: await countRecoveryCodes(ctx.db, user.id) },
      });
    });
  return { user, apply };
}
