import { createHash, randomBytes } from 'node:crypto';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { CHALLENGE_LIFETIME_MS } from '#server/authorization/sessions.ts';
import { releaseAttempt } from '#server/authorization/sign-in-limits.ts';
import type { SignIn } from '../confirm-sign-in.ts';
import { findUser, type UserRow } from '../queries.ts';
import { findChallenge, insertChallenge, removeChallenge } from './queries.ts';

const TOKEN_BYTES = 32;
const MAX_TOKEN_LENGTH = 100;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A change of the password makes the challenge void. */
const computePayload = ({ password_hash }: UserRow): string => sha256(password_hash).toString('hex');

/** Creates the challenge of an account whose password was right, and returns its token: the cookie that binds it to a browser. */
export function createChallenge(ctx: Context, { user, attempt }: SignIn): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return transaction(ctx, async (ctx) => {
    if (attempt) await releaseAttempt(ctx, attempt);
    const now = ctx.now();
    await insertChallenge(ctx.db, {
      token_hash: sha256(token),
      user_id: user.id,
      kind: 'second-factor',
      payload: computePayload(user),
      created_at: now,
      expires_at: now + CHALLENGE_LIFETIME_MS,
    });
    return token;
  });
}

const expired = (): AppError =>
  new AppError('unauthenticated', 'The sign-in has expired. Please start again.');

/** Loads the account of a challenge, or refuses when it is unknown, used, expired or void. */
export async function loadChallengedUser(ctx: Context, token: string | undefined): Promise<UserRow> {
  if (token === undefined || token.length > MAX_TOKEN_LENGTH) throw expired();
  const challenge = await findChallenge(ctx.db, sha256(token), { kind: 'second-factor', now: ctx.now() });
  const user = challenge?.user_id ? await findUser(ctx.db, challenge.user_id) : undefined;
  if (!challenge || !user || computePayload(user) !== challenge.payload) throw expired();
  return user;
}

/** Loads the account again and ends the challenge, of which each request but the first is refused. */
export async function endChallenge(ctx: Context, token: string | undefined): Promise<UserRow> {
  const user = await loadChallengedUser(ctx, token);
  if (!(await removeChallenge(ctx.db, sha256(token ?? '')))) throw expired();
  return user;
}
