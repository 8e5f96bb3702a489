import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import {
  assertRateLimit,
  countAttempt,
  type RateLimitKey,
  tooManyAttempts,
} from '#server/authorization/rate-limits.ts';
import { countGuess, removeCode } from './access-queries.ts';
import { assertIsNext, incomplete, loadAttempt, saveProgress } from './attempt.ts';
import { loadOpenLink } from './load-open-link.ts';
import { isCodeOf } from './mail-code.ts';
import { countOnLink } from './visitors/count-queries.ts';

const MAX_GUESSES = 5;

const invalidCode = () => {
  const message = 'The code is not valid. Check it or request a new one.';
  return new AppError('invalid', message, { fields: { code: message } });
};

/** Completes the code step; returns the browser's new token. */
export async function submitCode(
  ctx: Context,
  slug: string,
  { code, token }: { code: string; token: string | undefined },
): Promise<string> {
  const link = await loadOpenLink(ctx, slug);
  const attempt = await loadAttempt(ctx, link, { attempt: token, device: undefined });
  assertIsNext(link, attempt, 'code');
  const { row } = attempt;
  if (!row) throw incomplete();
  const counted: RateLimitKey[] = [{ kind: 'link-code', name: ctx.address }];
  await assertRateLimit(ctx, counted);
  const stored = await countGuess(ctx.db, row, ctx.now());
  if (stored && stored.attempts > MAX_GUESSES) throw tooManyAttempts(stored.expires_at - ctx.now());
  if (!stored || !isCodeOf(ctx, row, code, stored.code_hash)) {
    await countAttempt(ctx, counted);
    await countOnLink(ctx.db, link.row.id, 'refused_code');
    throw invalidCode();
  }
  return saveProgress(ctx, link, attempt, { completed: [...attempt.completed, 'code'] }, async (ctx) => {
    // If two requests have the same code, one of them uses it.
    if (!(await removeCode(ctx.db, row.token_hash))) throw invalidCode();
  });
}
