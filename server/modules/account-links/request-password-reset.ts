import { type Context, transaction } from '#server/app/context.ts';
import { type DomainEvents, publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { countLinkMail, createLink } from './account-link.ts';
import { findUserByEmail } from './queries.ts';

const LINK_LIFETIME_MS = 30 * 60 * 1000;

/**
 * Requests a mail with a link to reset a password. A job looks for the account: neither the answer nor its time tells
 * whether there is one.
 */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  if (!ctx.mailer)
    throw new AppError('conflict', 'This server sends no mail. Ask an administrator for a new password.');
  const counted: RateLimitKey[] = [{ kind: 'mailed-link', name: ctx.address }];
  await assertRateLimit(ctx, counted);
  await transaction(ctx, async (ctx) => {
    await countAttempt(ctx, counted);
    const key = accountKey(email);
    await publish(ctx, 'password.reset_requested', { email: key }, { dedupeKey: `password reset ${key}` });
  });
}

/** Mails the link to the account with this address, at most three times an hour. Does nothing without such an account. */
export function mailPasswordReset(
  ctx: Context,
  { email }: DomainEvents['password.reset_requested'],
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const account = await findUserByEmail(ctx.db, email);
    if (!account || !(await countLinkMail(ctx, account.id, 'password-reset'))) return;
    const product = await findProductName(ctx, undefined);
    const token = await createLink(ctx, account, 'password-reset', LINK_LIFETIME_MS);
    await enqueueMail(ctx, account.email, {
      subject: 'Reset your password',
      roomId: null,
      paragraphs: [
        `Hello ${account.username},`,
        `Someone, probably you, asked to reset the password of your ${product} account. The link works once, for 30 minutes. A new password ends all sessions of the account.`,
      ],
      link: { label: 'Choose a new password', url: `${ctx.config.publicUrl}/reset-password/${token}` },
      reason: `You received this email because ${account.email} was entered at ${ctx.config.publicUrl}. If it was not you, ignore it: nothing has changed.`,
    });
  });
}
