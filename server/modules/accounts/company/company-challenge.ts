import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { COMPANY_CHALLENGE_LIFETIME_MS } from '#server/authorization/sign-in/company-challenge-lifetime.ts';
import { findChallenge, insertChallenge, removeChallenge } from '../second-factor/queries.ts';

const TOKEN_BYTES = 32;
const MAX_TOKEN_LENGTH = 100;

/** A sign-in that waits for the answer of the provider. */
const pendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  again: z.boolean(),
  returnTo: z.string(),
});
export type PendingCompanySignIn = z.infer<typeof pendingSignIn>;

/** A person whom the provider vouches for, and who must prove the password of the account with their address. */
const pendingLink = z.object({
  issuer: z.string(),
  subject: z.string(),
  provedMsAgo: z.number().nullable(),
});
export type PendingLink = z.infer<typeof pendingLink>;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const isToken = (token: string | undefined): token is string =>
  token !== undefined && token.length <= MAX_TOKEN_LENGTH;

/** Stores what a browser comes back with, and returns the token that binds it to the browser. */
export async function createCompanyChallenge(
  ctx: Context,
  kind: 'oidc' | 'oidc-link',
  payload: PendingCompanySignIn | PendingLink,
  userId: number | null = null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = ctx.now();
  await insertChallenge(ctx.db, {
    token_hash: sha256(token),
    user_id: userId,
    kind,
    payload: JSON.stringify(payload),
    created_at: now,
    expires_at: now + COMPANY_CHALLENGE_LIFETIME_MS,
  });
  return token;
}

/** Ends the sign-in that this browser began and returns it: each answer of the provider counts once. */
export async function takePendingSignIn(
  ctx: Context,
  token: string | undefined,
): Promise<PendingCompanySignIn | undefined> {
  if (!isToken(token)) return undefined;
  const challenge = await findChallenge(ctx.db, sha256(token), { kind: 'oidc', now: ctx.now() });
  if (!challenge || !(await removeChallenge(ctx.db, sha256(token)))) return undefined;
  return pendingSignIn.parse(JSON.parse(challenge.payload));
}

/** Finds the link that this browser may complete, and the account that it is for. It stays until `endPendingLink`. */
export async function findPendingLink(
  ctx: Context,
  token: string | undefined,
): Promise<{ userId: number; link: PendingLink } | undefined> {
  if (!isToken(token)) return undefined;
  const challenge = await findChallenge(ctx.db, sha256(token), { kind: 'oidc-link', now: ctx.now() });
  if (!challenge || challenge.user_id === null) return undefined;
  return { userId: challenge.user_id, link: pendingLink.parse(JSON.parse(challenge.payload)) };
}

/** Returns false if another request completed the link. */
export const endPendingLink = (ctx: Context, token: string): Promise<boolean> =>
  removeChallenge(ctx.db, sha256(token));
