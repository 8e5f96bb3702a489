import { type Context, withLock } from '#server/app/context.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { Assertion, startPasskeySignIn as start } from '#shared/contracts/sign-in/passkeys.ts';
import { recordSignIn } from '../confirm-sign-in.ts';
import { limitSignInStarts } from '../limit-sign-in-starts.ts';
import type { UserRow } from '../queries.ts';
import { assertStillValid, checkPasskey } from './check-passkey.ts';
import { createPasskeyChallenge, PASSKEY_TIMEOUT_MS, requireRelyingParty } from './passkey-challenge.ts';

/** Returns the options for the browser, and the token that binds their challenge to it. They name no account. */
export async function startPasskeySignIn(
  ctx: Context,
): Promise<{ token: string; options: ResultOf<typeof start> }> {
  const { id: rpId } = requireRelyingParty(ctx);
  await limitSignInStarts(ctx);
  const { token, challenge } = await createPasskeyChallenge(ctx, 'passkey');
  return { token, options: { challenge, rpId, timeout: PASSKEY_TIMEOUT_MS, userVerification: 'required' } };
}

interface PasskeySignIn {
  readonly user: UserRow;
  /** Records the sign-in. Runs in the transaction that creates the session. */
  apply(ctx: Context, userAgent: string): Promise<void>;
}

/** Checks a passkey, which stands for two factors: the device, and the person it verified. */
export async function preparePasskeySignIn(
  ctx: Context,
  credential: Assertion,
  tokens: { challengeToken: string | undefined; deviceToken: string | undefined },
): Promise<PasskeySignIn> {
  const used = await checkPasskey(ctx, credential, tokens);
  const apply = (ctx: Context, userAgent: string): Promise<void> =>
    withLock(ctx, 'users', async (ctx) => {
      const user = await assertStillValid(ctx, used, credential.id);
      await recordSignIn(ctx, { user, assurance: 'passkey', isNewDevice: used.isNewDevice }, userAgent);
    });
  return { user: used.user, apply };
}
