import { loadFolder } from '#server/authorization/load-folder.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { Facts } from '#server/app/domain-events.ts';
import { writeMail } from '#server/modules/mail/enqueue-mail.ts';
import { findReader, findUsername } from './queries.ts';
import { REASON } from './notification-reason.ts';

/** Tells a user who wants to know it that somebody gave them access to a folder. */
export async function tellOfAccess(
  ctx: Context,
  { folderId, userId, byId }: Facts['collaborator.added'],
): Promise<void> {
  const reader = await findReader(ctx.db, userId, 'folder_access');
  const giver = await findUsername(ctx.db, byId);
  if (!reader || giver === undefined) return;
  const asReader = { ...ctx, actor: { kind: 'user', id: userId, isAdmin: reader.is_admin === 1 } as const };
  const folder = await loadFolder(asReader, folderId, 'view').catch((error: unknown) => {
    // Taken back or deleted meanwhile: there is nothing to tell.
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (!folder) return;
  await writeMail(ctx, reader.email, {
    subject: `${giver} gave you access to “${folder.name}”`,
    paragraphs: [`Hello ${reader.username},`, `${giver} gave you access to the folder “${folder.name}”.`],
    link: { label: 'Open the folder', url: `${ctx.config.publicUrl}/folder/${folderId}` },
    reason: REASON,
  });
}
