import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { countWithinLimit, type RateLimitKey } from '#server/authorization/rate-limits.ts';
import { ENTER_VALID_EMAIL } from '#shared/domain/messages.ts';
import { insertCode, removeCode } from './access-queries.ts';
import { normalizeAddress } from './address-rules.ts';
import { type Attempt, assertIsNext, loadAttempt, saveProgress } from './attempt.ts';
import { loadOpenLink, type OpenLink } from './load-open-link.ts';
import { CODE_LIFETIME_MS } from './mail-code.ts';

/**
 * Completes the email step; returns the browser's new token. If the link asks for a code, a job decides whether the address gets
 * one: neither the answer nor its time tells whether it is allowed.
 */
export async function submitEmail(
  ctx: Context,
  slug: string,
  { email: typed, token }: { email: string; token: string | undefined },
): Promise<string> {
  const link = await loadOpenLink(ctx, slug);
  const attempt = await loadAttempt(ctx, link, { attempt: token, device: undefined });
  assertIsNext(link, attempt, 'email');
  const address = parseAddress(typed);
  await limitEntries(ctx, link, address.email_key);
  const completed = [...attempt.completed.filter((step) => step === 'password'), 'email' as const];
  return saveProgress(ctx, link, attempt, { completed, email: address }, async (ctx, tokenHash) => {
    if (link.settings.requireCode) await requestCode(ctx, attempt, tokenHash, address.email_key);
  });
}

/** Returns the address in its normal form alone, which is shown and signed: what was typed could carry more than was proved. */
function parseAddress(typed: string): { email: string; email_key: string } {
  const normal = normalizeAddress(typed);
  if (z.email().safeParse(normal).success) return { email: normal, email_key: normal };
  throw new AppError('invalid', ENTER_VALID_EMAIL, { fields: { email: ENTER_VALID_EMAIL } });
}

/** Limits entered addresses per network, and codes per address. */
async function limitEntries(ctx: Context, { settings }: OpenLink, emailKey: string): Promise<void> {
  const limits: RateLimitKey[] = [{ kind: 'link-email', name: ctx.address }];
  if (settings.requireCode) {
    if (!ctx.mailer)
      throw new AppError(
        'conflict',
        'This server sends no mail at the moment. Ask the sender for another link.',
      );
    limits.push({ kind: 'link-code-interval', name: emailKey }, { kind: 'link-code-mail', name: emailKey });
  }
  for (const limit of limits) await countWithinLimit(ctx, limit);
}

/** Stores a code that nobody can enter, which the job replaces if the address is allowed. */
async function requestCode(
  ctx: Context,
  { row }: Attempt,
  tokenHash: Buffer,
  emailKey: string,
): Promise<void> {
  const now = ctx.now();
  if (row) await removeCode(ctx.db, row.token_hash);
  await insertCode(ctx.db, {
    attempt_token_hash: tokenHash,
    email_key: emailKey,
    code_hash: randomBytes(32),
    attempts: 0,
    created_at: now,
    expires_at: now + CODE_LIFETIME_MS,
  });
  await publish(ctx, 'link.code_requested', { attempt: tokenHash.toString('hex') });
}
