import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { findKnownDevice } from '#server/authorization/known-device.ts';
import {
  assertSignInAllowed,
  releaseAttempt,
  reserveAttempt,
  sessionCounters,
  signInCounters,
} from '#server/authorization/sign-in-limits.ts';
import type { Assertion } from '#shared/contracts/sign-in/passkeys.ts';
import { type Attempt, auditReachedLimits } from '../check-password.ts';
import { findUser, type UserRow } from '../queries.ts';
import { requireRelyingParty, takePasskeyChallenge } from './passkey-challenge.ts';
import { findPasskeyByCredential, type PasskeyRow, setPasskeyDisabled, setPasskeyUsed } from './queries.ts';
import { verifyAssertion } from './verify-credential.ts';

interface Browser {
  /** The cookie of the challenge. */
  readonly challengeToken: string | undefined;
  readonly deviceToken?: string | undefined;
}

interface UsedPasskey {
  readonly user: UserRow;
  readonly passkeyId: number;
  readonly isNewDevice: boolean;
}

const notAccepted = (): AppError => new AppError('unauthenticated', 'The passkey was not accepted.');
const disabled = (): AppError =>
  new AppError('unauthenticated', 'This passkey was disabled for your safety.');

/**
 * Verifies a passkey and notes its use. `ownerId` names the account whose passkey it must be; without it the passkey itself
 * says who signs in. An attempt counts as a failure until it succeeds, as with passwords.
 */
export async function checkPasskey(
  ctx: Context,
  credential: Assertion,
  { challengeToken, deviceToken }: Browser,
  ownerId?: number,
): Promise<UsedPasskey> {
  const party = requireRelyingParty(ctx);
  const challenge = await takePasskeyChallenge(ctx, 'passkey', { token: challengeToken });
  const found = await findPasskeyByCredential(ctx.db, credential.id);
  const passkey = ownerId === undefined || found?.user_id === ownerId ? found : undefined;
  const user = passkey && (await findUser(ctx.db, passkey.user_id));
  const deviceId = user && findKnownDevice(ctx, user, deviceToken);
  const name = user?.username_key ?? `passkey ${credential.id}`;
  const counters =
    ownerId === undefined
      ? signInCounters(ctx, { userId: user?.id, name, secret: 'passkey' }, deviceId)
      : sessionCounters(ctx, ownerId, 'passkey');
  await assertSignInAllowed(ctx, counters);
  const attempt = await reserveAttempt(ctx, counters);
  const counter = passkey && user && (await verifyAssertion(credential, passkey, { party, challenge }));
  if (!passkey || !user || counter === undefined) {
    await auditReachedLimits(ctx, user, attempt);
    throw notAccepted();
  }
  // Outside the transaction, so that the passkey stays disabled.
  if (!(await spendPasskey(ctx, { passkey, user, counter, attempt }))) throw disabled();
  return { user, passkeyId: passkey.id, isNewDevice: deviceId === undefined };
}

interface Use {
  readonly passkey: PasskeyRow;
  readonly user: UserRow;
  readonly counter: number;
  readonly attempt: Attempt;
}

/** Notes the use, or disables the passkey if its counter went back: a second device may have the key. */
function spendPasskey(ctx: Context, { passkey, user, counter, attempt }: Use): Promise<boolean> {
  return withLock(ctx, 'users', async (ctx) => {
    if (await setPasskeyUsed(ctx.db, passkey.id, counter, ctx.now())) {
      await releaseAttempt(ctx, attempt);
      return true;
    }
    if (await setPasskeyDisabled(ctx.db, passkey.id, ctx.now())) {
      await audit(ctx, {
        action: 'user.disable-passkey',
        object: { kind: 'user', id: user.id, name: user.username },
        details: { passkey: passkey.name, counter, expectedAbove: passkey.counter },
      });
      if (ctx.mailer) await publish(ctx, 'account.passkey_disabled', { userId: user.id, name: passkey.name });
    }
    return false;
  });
}

/** Refuses if the account or the passkey ended after the check. Belongs in the transaction of what the passkey allows. */
export async function assertStillValid(ctx: Context, { user, passkeyId }: UsedPasskey, credentialId: string) {
  const current = await findUser(ctx.db, user.id);
  const passkey = await findPasskeyByCredential(ctx.db, credentialId);
  if (!current || passkey?.id !== passkeyId || passkey.disabled_at !== null) throw notAccepted();
  return current;
}
