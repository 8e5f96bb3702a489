import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { findMail, setMailAttempt } from './queries.ts';

const mailPayload = z.object({ mailId: z.int() });

/** Marks a mail as failed whose job was discarded, so that it does not count as waiting; inside a transaction. */
export async function abandonMail(ctx: Context, payload: unknown): Promise<void> {
  const mail = await findMail(ctx.db, mailPayload.parse(payload).mailId);
  if (!mail || mail.sent_at !== null || mail.failed_at !== null) return;
  await setMailAttempt(ctx.db, mail.id, {
    attempts: mail.attempts,
    last_error: mail.last_error ?? 'An administrator discarded the job that sends it.',
    failed_at: ctx.now(),
  });
}
