import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';
import { findLink, insertLink, removeLinksBefore, type UserRow } from './queries.ts';

type Purpose = 'password-reset' | 'email-confirmation';
type Account = Pick<UserRow, 'id' | 'password_hash' | 'email_key'>;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const computeState = ({ password_hash, email_key }: Account): string =>
  sha256(`${password_hash}\n${email_key}`).toString('hex');

/** Creates a link that works once and returns its token. It is void as soon as password or address change. */
export async function createLink(
  ctx: Context,
  account: Account,
  purpose: Purpose,
  lifetimeMs: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await removeLinksBefore(ctx.db, ctx.now());
  await insertLink(ctx.db, {
    token_hash: sha256(token),
    user_id: account.id,
    purpose,
    account_state: computeState(account),
    expires_at: ctx.now() + lifetimeMs,
  });
  return token;
}

/** Loads the account of a link. Unknown tokens are counted as guesses of the address. */
export async function loadLinkedAccount(ctx: Context, token: string, purpose: Purpose): Promise<UserRow> {
  const counted: RateLimitKey[] = [{ kind: 'token', name: ctx.address }];
  await assertRateLimit(ctx, counted);
  const account = await findLink(ctx.db, { token_hash: sha256(token), purpose }, ctx.now());
  if (account && account.account_state === computeState(account)) return account;
  await countAttempt(ctx, counted);
  throw new AppError('not-found', 'This link was used, has expired or is not valid. Request a new one.');
}

/** Returns whether the account may get another mail with such a link: three an hour. */
export async function countLinkMail(ctx: Context, userId: number, purpose: Purpose): Promise<boolean> {
  const counted: RateLimitKey[] = [{ kind: 'account-link', name: `${purpose} ${userId}` }];
  try {
    await assertRateLimit(ctx, counted);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
  await countAttempt(ctx, counted);
  return true;
}
