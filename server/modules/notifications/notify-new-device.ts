import { type Context, transaction } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { findVerifiedAddress } from './queries.ts';

/** Mails a user that somebody signed in to their account on a device that it does not know. No setting turns it off. */
export function notifyNewDevice(
  ctx: Context,
  { userId, device, address, at }: DomainEvents['account.new_device'],
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const account = await findVerifiedAddress(ctx.db, userId);
    if (!account) return;
    const product = await findProductName(ctx, undefined);
    const time = isoInstant(at).slice(0, 16).replace('T', ' ');
    await enqueueMail(ctx, account.email, {
      subject: 'New sign-in to your account',
      roomId: null,
      paragraphs: [
        `Hello ${account.username},`,
        `Somebody signed in to your ${product} account on a new device: ${device}, IP address ${address}, ${time} UTC.`,
        'If it was you, there is nothing to do. If not, change your password at once: that ends all other sessions. Then tell your administrator.',
      ],
      link: { label: 'Review your sessions', url: `${ctx.config.publicUrl}/settings?tab=security` },
      reason: `You received this email because of a sign-in to your ${product} account.`,
    });
  });
}
