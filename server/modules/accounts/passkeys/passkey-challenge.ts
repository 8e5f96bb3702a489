import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { CHALLENGE_LIFETIME_MS } from '#server/authorization/sessions.ts';
import { findRelyingParty, type RelyingParty } from '#server/authorization/sign-in/relying-party.ts';
import { insertChallenge } from '../second-factor/queries.ts';
import { takeChallenge } from './queries.ts';

const RANDOM_BYTES = 32;
const MAX_TOKEN_LENGTH = 100;

/** The time that browsers give their users. */
export const PASSKEY_TIMEOUT_MS = CHALLENGE_LIFETIME_MS;

/** The purpose of a challenge: one to sign in is no use for adding a passkey. */
type Purpose = 'passkey' | 'passkey-setup';

interface NewChallenge {
  /** The cookie that binds the challenge to a browser. */
  readonly token: string;
  /** The text that the authenticator signs. */
  readonly challenge: string;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const random = (): string => randomBytes(RANDOM_BYTES).toString('base64url');

export async function createPasskeyChallenge(
  ctx: Context,
  purpose: Purpose,
  userId: number | null = null,
): Promise<NewChallenge> {
  const [token, challenge, now] = [random(), random(), ctx.now()];
  await insertChallenge(ctx.db, {
    token_hash: sha256(token),
    user_id: userId,
    kind: purpose,
    payload: challenge,
    created_at: now,
    expires_at: now + CHALLENGE_LIFETIME_MS,
  });
  return { token, challenge };
}

/** Ends the challenge of this browser and returns it. It counts once, whatever the authenticator made of it. */
export async function takePasskeyChallenge(
  ctx: Context,
  purpose: Purpose,
  { token, userId = null }: { token: string | undefined; userId?: number | null },
): Promise<string> {
  const given = token !== undefined && token.length <= MAX_TOKEN_LENGTH ? token : undefined;
  const found =
    given !== undefined &&
    (await takeChallenge(ctx.db, { tokenHash: sha256(given), kind: purpose, now: ctx.now() }));
  if (!found || found.user_id !== userId)
    throw new AppError('unauthenticated', 'The sign-in has expired. Please start again.');
  return found.payload;
}

/** Returns what passkeys are bound to, or refuses where browsers offer none. */
export function requireRelyingParty(ctx: Pick<Context, 'config'>): RelyingParty {
  const party = findRelyingParty(ctx);
  if (party) return party;
  throw new AppError('conflict', 'Passkeys need https and a host name. Ask your administrator.');
}
