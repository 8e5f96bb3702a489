import { type Context, transaction } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { composeLetter, type Letter } from './compose-mail.ts';
import { insertMail, removeMailsBefore } from './queries.ts';

/** The outbox is for looking whether a mail went out, not an archive. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Puts a mail into the outbox, in the transaction of its cause; a job sends it. Without a mail server it is only kept. */
export function writeMail(ctx: Context, to: string, letter: Letter): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    await removeMailsBefore(ctx.db, now - KEPT_MS);
    const mailId = await insertMail(ctx.db, {
      to_address: to,
      subject: letter.subject,
      sealed_body: ctx.sealer.seal('mail', JSON.stringify(composeLetter(letter))),
      created_at: now,
      is_due: ctx.mailer ? 1 : 0,
    });
    if (ctx.mailer) await state(ctx, 'mail.written', { mailId });
  });
}
