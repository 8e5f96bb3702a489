import { type Context, transaction } from '#server/app/context.ts';
import { findUserAccessLevel } from '#server/authorization/access-level.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { isMember } from '#shared/policies/actor.ts';
import { listOverdue, type OverdueShare, setReminded } from './reminder-queries.ts';

/** Less than the interval of the job, which is a little late each time. */
const REMINDER_PAUSE_MS = 20 * 60 * 60 * 1000;

/** Mails each responsible person once a day, per room, that requests are overdue. Without a mail server it does nothing. */
export async function remindOverdue(ctx: Context, signal: AbortSignal): Promise<void> {
  if (!ctx.mailer) return;
  const now = ctx.now();
  const at = { now, before: now - REMINDER_PAUSE_MS };
  for (;;) {
    const shares = await listOverdue(ctx.db, at);
    if (shares.length === 0) return;
    for (const share of shares) {
      signal.throwIfAborted();
      await remind(ctx, share, at);
    }
  }
}

/** Marks the requests and adds the mail in one transaction: a crash mails nobody twice, and forgets nobody. */
function remind(ctx: Context, share: OverdueShare, at: { now: number; before: number }): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const count = await setReminded(ctx.db, share, at);
    if (count === 0) return;
    // They may have left the room since.
    const accessLevel = await findUserAccessLevel(ctx.db, share.responsible_id, share.room_id);
    if (!isMember({ accessLevel })) return;
    const requests = count === 1 ? '1 request is' : `${count} requests are`;
    await enqueueMail(ctx, share.email, {
      subject: `${requests} overdue in “${share.room_name}”`,
      roomId: share.room_id,
      paragraphs: [`${requests} overdue in the room “${share.room_name}” for which you are responsible.`],
      link: {
        label: 'Open the request list',
        url: `${ctx.config.publicUrl}/rooms/${share.room_id}/requests`,
      },
      reason: 'You get this email because you are the responsible person of these requests.',
    });
  });
}
