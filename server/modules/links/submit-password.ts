import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { withPasswordVerification } from '#server/authorization/passwords/password-hashing.ts';
import {
  assertSignInAllowed,
  releaseAttempt,
  reserveAttempt,
  signInCounters,
} from '#server/authorization/sign-in-limits.ts';
import { loadAttempt, saveProgress } from './attempt.ts';
import { loadOpenLink } from './load-open-link.ts';
import { countOnLink } from './visitors/count-queries.ts';

/** Completes the password step; returns the browser's new token. The limits are those of sign-ins, counted for the link. */
export async function submitPassword(
  ctx: Context,
  slug: string,
  { password, token }: { password: string; token: string | undefined },
): Promise<string> {
  const link = await loadOpenLink(ctx, slug);
  const attempt = await loadAttempt(ctx, link, { attempt: token, device: undefined });
  await verifyLinkPassword(ctx, link.row.id, link.settings.passwordHash ?? undefined, password);
  return saveProgress(ctx, link, attempt, { completed: [...attempt.completed, 'password'] });
}

async function verifyLinkPassword(
  ctx: Context,
  linkId: number,
  hash: string | undefined,
  password: string,
): Promise<void> {
  // No username ends in a line break, so that nobody counts against a link by signing in.
  const counters = signInCounters(ctx, { userId: undefined, name: `link ${linkId}\n` }, undefined);
  await assertSignInAllowed(ctx, counters);
  const reserved = await withPasswordVerification(async (verify) => {
    const reserved = await reserveAttempt(ctx, counters);
    return (await verify(password, hash)) ? reserved : undefined;
  });
  if (!reserved) {
    await countOnLink(ctx.db, linkId, 'refused_password');
    const message = 'The password is not correct.';
    throw new AppError('unauthenticated', message, { fields: { password: message } });
  }
  await releaseAttempt(ctx, reserved);
}
