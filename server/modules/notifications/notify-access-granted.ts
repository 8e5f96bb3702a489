import type { Context } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { findRoomIdOf } from '#server/authorization/publication/room-of.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { explainNotification } from './notification-reason.ts';
import { findPersonName, findRecipient } from './queries.ts';

/** Mails a user that they were given access to a folder, if their settings ask for it. */
export async function notifyAccessGranted(
  ctx: Context,
  { folderId, userId, byId }: DomainEvents['collaborator.added'],
): Promise<void> {
  const recipient = await findRecipient(ctx, userId, 'folder_access');
  const giver = await findPersonName(ctx.db, byId);
  if (!recipient || giver === undefined) return;
  const recipientContext = {
    ...ctx,
    actor: { kind: 'user', id: userId, isAdmin: recipient.is_admin === 1 } as const,
  };
  const folder = await loadFolder(recipientContext, folderId, 'view').catch((error: unknown) => {
    // The access was revoked or the folder deleted meanwhile.
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (!folder) return;
  const roomId = await findRoomIdOf(ctx, folderId);
  await enqueueMail(ctx, recipient.email, {
    subject: `${giver} gave you access to “${folder.name}”`,
    roomId,
    paragraphs: [`Hello ${recipient.username},`, `${giver} gave you access to the folder “${folder.name}”.`],
    link: { label: 'Open the folder', url: `${ctx.config.publicUrl}/folder/${folderId}` },
    reason: explainNotification(await findProductName(ctx, roomId)),
  });
}
