import { type Context, transaction } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { findVerifiedAddress } from './queries.ts';

/** Mails a user that a passkey was disabled because its counter went back. No setting turns it off. */
export function notifyPasskeyDisabled(
  ctx: Context,
  { userId, name }: DomainEvents['account.passkey_disabled'],
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const account = await findVerifiedAddress(ctx.db, userId);
    if (!account) return;
    const product = await findProductName(ctx, undefined);
    await enqueueMail(ctx, account.email, {
      subject: 'A passkey of your account was disabled',
      roomId: null,
      paragraphs: [
        `Hello ${account.username},`,
        `Your passkey “${name}” reported fewer uses than before. A copy of it may exist, so it signs nobody in any more.`,
        'Sign in with another factor, remove the passkey and add a new one. Tell your administrator: somebody else may have tried to sign in as you.',
      ],
      link: { label: 'Review your sign-in settings', url: `${ctx.config.publicUrl}/settings?tab=security` },
      reason: `You received this email because of a sign-in to your ${product} account.`,
    });
  });
}
