import { type Context, transaction } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { findVerifiedAddress } from './queries.ts';

/** Mails a user that a second factor of their account was removed. No setting turns it off. */
export function notifyFactorsRemoved(
  ctx: Context,
  {
    userId,
    byAdministrator,
    removed = 'the second factors',
    remains = false,
  }: DomainEvents['account.factors_removed'],
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const account = await findVerifiedAddress(ctx.db, userId);
    if (!account) return;
    const product = await findProductName(ctx, undefined);
    const who = byAdministrator ? 'An administrator' : 'Somebody who was signed in as you';
    const rest = remains
      ? 'Your other second factors still protect it.'
      : 'The recovery codes ended with it. Your password alone signs in now.';
    await enqueueMail(ctx, account.email, {
      roomId: null,
      subject: remains
        ? 'A second factor of your account was removed'
        : 'The second factor of your account was removed',
      paragraphs: [
        `Hello ${account.username},`,
        `${who} removed ${removed} of your ${product} account. ${rest}`,
        'If you did not ask for this, change your password and tell your administrator.',
      ],
      link: { label: 'Review your sign-in settings', url: `${ctx.config.publicUrl}/settings?tab=security` },
      reason: `You received this email because of a change to your ${product} account.`,
    });
  });
}
