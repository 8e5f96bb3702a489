import { createTransport } from 'nodemailer';
import { markUnavailable } from '#server/app/errors.ts';

/** A small file that is attached to a mail, and kept in the outbox with it. */
export type MailAttachment = { readonly name: string; readonly mediaType: string } & (
  | { readonly text: string }
  | { readonly base64: string }
);

export interface OutgoingMail {
  /** A single address, never parsed as a list. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Identical at each attempt, so that a mail sent twice can be recognized. */
  readonly messageId: string;
  /** Ends such mails with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly MailAttachment[];
}

export interface Mailer {
  /** Rejects with MailRefusedError when the server will never accept this mail; other errors may be temporary. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

export class MailRejectedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** Gives up on a server that sends nothing for this long. */
const SMTP_TIMEOUT_MS = 10_000;
/** Limits the whole exchange, even while the server sends something. */
const SEND_TIMEOUT_MS = 60_000;

/** Characters that could end a header or an address, or begin a second one. */
const UNSAFE_ADDRESS = /[\p{Cc}\p{Z}<>(),;:"\\]/u;

/** Opens a connection per mail: they are few, and one kept open breaks unnoticed. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const url = new URL(smtpUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const transport = createTransport({
    url: smtpUrl,
    // A password never goes over the network in the clear, whatever the server offers.
    requireTLS: url.protocol === 'smtp:' && url.username !== '' && !isLocal,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    dnsTimeout: SMTP_TIMEOUT_MS,
    // No part of a mail may name a file or a URL to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, messageId, unsubscribeUrl, attachments = [] }, signal) {
      if (UNSAFE_ADDRESS.test(to)) throw new MailRejectedError('This is no single address');
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject: subject.replace(/\p{Cc}+/gu, ' '),
          text,
          html,
          messageId,
          attachments: attachments.map(({ name, mediaType, ...content }) => ({
            filename: name.replace(/\p{Cc}+/gu, ' '),
            contentType: mediaType,
            content: 'text' in content ? content.text : Buffer.from(content.base64, 'base64'),
          })),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]),
        });
      } catch (error) {
        if (isPermanentFailure(error)) throw new MailRejectedError(error.message, { cause: error });
        if (isServerAway(error)) markUnavailable(error);
        throw error;
      }
    },
  };
}

/** A 5xx reply is permanent (RFC 5321, 4.2.1), except for those about our own sign-in, which an operator can fix. */
function isPermanentFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as Error & { responseCode?: unknown; code?: unknown }; // as nodemailer marks them
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
}

/** Nodemailer's codes for a server that cannot be reached, breaks the connection or refuses our sign-in. */
const OUTAGE_CODES: readonly unknown[] = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH'];

const isServerAway = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && OUTAGE_CODES.includes(error.code);
