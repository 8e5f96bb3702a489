import { type Context, transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { composeMail, type MailContent } from './compose-mail.ts';
import { insertMail, NO_ROOM, removeMailsBefore } from './queries.ts';

/** How long mails stay in the outbox, which shows deliveries and is not an archive. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Adds a mail to the outbox in the caller's transaction; a job sends it. Without a mail server it is not sent. */
export function enqueueMail(ctx: Context, to: string, letter: MailContent): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    await removeMailsBefore(ctx.db, now - RETENTION_MS);
    const mailId = await insertMail(ctx.db, {
      to_address: to,
      subject: letter.subject,
      room_id: letter.roomId === null ? NO_ROOM : letter.roomId,
      encrypted_body: ctx.encryptor.encrypt(
        'mail',
        JSON.stringify({
          ...composeMail(letter),
          unsubscribeUrl: letter.unsubscribeUrl,
          attachments: letter.attachments,
        }),
      ),
      created_at: now,
      should_send: ctx.mailer ? 1 : 0,
    });
    if (ctx.mailer) await publish(ctx, 'mail.queued', { mailId });
  });
}
