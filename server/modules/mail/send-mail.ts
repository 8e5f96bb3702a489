import { type Context, transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { isUnavailable, markUnavailable } from '#server/app/errors.ts';
import { findSenderName } from '#server/modules/settings/brand.ts';
import { decryptBody } from './decrypt-body.ts';
import { findMail, type MailRow, NO_ROOM, setMailAttempt, setMailSent } from './queries.ts';

const MINUTE = 60 * 1000;
/** Delays after temporary refusals of a mail, from greylisting to a full mailbox; the sixth refusal is final. */
const RETRY_DELAYS_MS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * 60 * MINUTE, 6 * 60 * MINUTE];

const MAX_OUTAGE_PAUSE_MS = 30 * MINUTE;

/** Describes why a mail waits that was queued while there was a mail server, or on a node that has one. */
function describeMissingServer(): Error {
  const error = new Error(
    'The server that should send this mail has no mail server. Set SMTP_URL on every node and restart it.',
  );
  markUnavailable(error);
  return error;
}

const roomOf = ({ room_id }: MailRow): number | undefined =>
  room_id === NO_ROOM ? undefined : (room_id ?? undefined);

/**
 * Sends a mail of the outbox unless it was sent. When the process dies between the server's response and the commit, the
 * mail is sent twice, with the same Message-ID.
 */
export async function sendMail(ctx: Context, mailId: number, signal: AbortSignal): Promise<void> {
  const mail = await findMail(ctx.db, mailId);
  if (!mail || mail.sent_at !== null || mail.failed_at !== null) return;
  if (!ctx.mailer) return recordFailure(ctx, mail, describeMissingServer());
  try {
    await ctx.mailer.send(
      {
        to: mail.to_address,
        senderName: (await findSenderName(ctx, roomOf(mail))) ?? undefined,
        subject: mail.subject,
        ...decryptBody(ctx, mail),
        messageId: `<mail-${mail.id}-${mail.created_at}@${new URL(ctx.config.publicUrl).hostname}>`,
      },
      signal,
    );
  } catch (error) {
    // Interrupted by the shutdown: the job is released and has not failed.
    signal.throwIfAborted();
    return recordFailure(ctx, mail, error);
  }
  await setMailSent(ctx.db, mailId, ctx.now());
}

/**
 * Chooses a pause as long as the mail has waited, but no shorter than a minute. Jitter spreads the mails that wait for the end of
 * an outage.
 */
function chooseOutagePause(ctx: Context, { created_at }: MailRow): number {
  const pause = Math.min(Math.max(ctx.now() - created_at, MINUTE), MAX_OUTAGE_PAUSE_MS);
  return Math.round(pause * (0.5 + Math.random() / 2));
}

async function recordFailure(ctx: Context, mail: MailRow, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  // Compared by name: the library with its class is loaded only when a mail server is configured.
  const isFinal = error instanceof Error && error.name === 'MailRefusedError';
  const isOutage = isUnavailable(error);
  const retryPause = isOutage ? chooseOutagePause(ctx, mail) : RETRY_DELAYS_MS[mail.attempts];
  const pause = isFinal ? undefined : retryPause;
  await transaction(ctx, async (ctx) => {
    await setMailAttempt(ctx.db, mail.id, {
      // Refusals alone: after an outage, however long, the mail has all its attempts left.
      attempts: mail.attempts + (isOutage ? 0 : 1),
      // PostgreSQL stores no NUL in a text, and the mail server may send one.
      last_error: reason.replaceAll('\0', '').slice(0, 1_000),
      failed_at: pause === undefined ? ctx.now() : null,
    });
    if (pause !== undefined) await publish(ctx, 'mail.queued', { mailId: mail.id }, { delayMs: pause });
  });
  ctx.log.warn({ mail: mail.id, isAbandoned: pause === undefined }, 'sending a mail failed');
}
