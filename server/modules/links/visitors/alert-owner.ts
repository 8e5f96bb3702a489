import type { Context } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { findOnlyRoomOfLink } from '#server/authorization/links/room-of-link.ts';
import { hidesPersonsIn } from '#server/authorization/publication/hidden-persons.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findAlertedOwner } from '../admission-queries.ts';

/**
 * Mails the owner of a link that somebody came for the first time, to an address that they confirmed. Names nobody where the room
 * hides persons.
 */
export async function alertOwner(
  ctx: Context,
  { linkId, email, verified }: DomainEvents['link.first_visit'],
): Promise<void> {
  const owner = await findAlertedOwner(ctx.db, linkId);
  if (!owner) return;
  const roomId = await findOnlyRoomOfLink(ctx, linkId);
  const isHidden = roomId !== undefined && (await hidesPersonsIn(ctx.db, roomId));
  const visitor = isHidden ? 'Somebody' : email || 'Somebody without an address';
  const proof = verified ? 'A mailed code verified the address.' : 'Nothing verified the address.';
  await enqueueMail(ctx, owner.email, {
    roomId,
    subject: `${visitor} opened “${owner.name}”`,
    paragraphs: [
      `${visitor} entered through your link “${owner.name}” for the first time.`,
      ...(email === '' || isHidden ? [] : [proof]),
    ],
    link: { label: 'Open your links', url: `${ctx.config.publicUrl}/links/${linkId}` },
    reason:
      'You received this email because the link alerts you. You can change that where you edit the link.',
  });
}
