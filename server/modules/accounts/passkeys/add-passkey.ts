import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { hashSessionToken } from '#server/authorization/sessions.ts';
import { assertRecentlyAuthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { renewSession } from '#server/authorization/sign-in/renew-session.ts';
import { hasSecondFactor } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import type {
  addPasskey as contract,
  startPasskeySetup as setup,
} from '#shared/contracts/sign-in/passkeys.ts';
import { loadCurrentUser } from '../load-current-user.ts';
import type { UserRow } from '../queries.ts';
import { setProtectedSession } from '../second-factor/queries.ts';
import { issueRecoveryCodes } from '../second-factor/replace-recovery-codes.ts';
import { presentPasskey } from './manage-passkeys.ts';
import {
  createPasskeyChallenge,
  PASSKEY_TIMEOUT_MS,
  requireRelyingParty,
  takePasskeyChallenge,
} from './passkey-challenge.ts';
import { insertPasskey, listPasskeys, type PasskeyRow } from './queries.ts';
import { ALGORITHMS, userHandleOf, verifyAttestation } from './verify-credential.ts';

const MAX_PASSKEYS = 20;

/** Returns the passkeys of a user who may add one more. */
async function listBeforeAdding(ctx: Context, userId: number): Promise<PasskeyRow[]> {
  await assertRecentlyAuthenticated(ctx);
  const existing = await listPasskeys(ctx.db, userId);
  if (existing.length < MAX_PASSKEYS) return existing;
  throw new AppError('conflict', `You can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
}

/** Returns the options for the browser, and the token that binds their challenge to it. */
export async function startPasskeySetup(
  ctx: Context,
): Promise<{ token: string; options: ResultOf<typeof setup> }> {
  const party = requireRelyingParty(ctx);
  const user = await loadCurrentUser(ctx);
  const existing = await listBeforeAdding(ctx, user.id);
  const { token, challenge } = await createPasskeyChallenge(ctx, 'passkey-setup', user.id);
  const options = {
    challenge,
    rp: { id: party.id, name: await findProductName(ctx, undefined) },
    user: { id: userHandleOf(user.id), name: user.username, displayName: user.username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: PASSKEY_TIMEOUT_MS,
    attestation: 'none' as const,
    excludeCredentials: existing.map(({ credential_id: id }) => ({ id, type: 'public-key' as const })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  };
  return { token, options };
}

/**
 * Adds the passkey that the browser created. The first factor of an account ends its other sessions, which a password alone
 * opened, and brings recovery codes. Returns the new token of this session too.
 */
export async function addPasskey(
  ctx: Context,
  { name, credential }: BodyOf<typeof contract>,
  token: string | undefined,
): Promise<{ added: ResultOf<typeof contract>; token: string | undefined }> {
  const party = requireRelyingParty(ctx);
  const user = await loadCurrentUser(ctx);
  const challenge = await takePasskeyChallenge(ctx, 'passkey-setup', { token, userId: user.id });
  const verified = await verifyAttestation(credential, { party, challenge });
  if (!verified) throw new AppError('invalid', 'The passkey could not be added. Try again.');
  return withLock(ctx, 'users', async (ctx) => {
    const user = await loadCurrentUser(ctx);
    await listBeforeAdding(ctx, user.id);
    const isFirstFactor = !(await hasSecondFactor(ctx, user.id));
    const passkey = await insertPasskey(ctx.db, {
      credential_id: verified.id,
      user_id: user.id,
      public_key: verified.publicKey,
      counter: verified.counter,
      transports: JSON.stringify(credential.response.transports ?? []),
      name,
      created_at: ctx.now(),
    });
    if (!passkey) throw new AppError('conflict', 'This passkey was added before.');
    await audit(ctx, {
      action: 'user.add-passkey',
      object: { kind: 'user', id: user.id, name: user.username },
      details: { passkey: name },
    });
    const recoveryCodes = isFirstFactor ? await protectAccount(ctx, user) : undefined;
    const added = { passkey: presentPasskey(passkey), ...(recoveryCodes && { recoveryCodes }) };
    return { added, token: await renewSession(ctx) };
  });
}

async function protectAccount(ctx: Context, user: UserRow): Promise<string[]> {
  await setProtectedSession(ctx.db, user.id, hashSessionToken(ctx.sessionToken ?? ''), 'passkey');
  return issueRecoveryCodes(ctx, user.id);
}
