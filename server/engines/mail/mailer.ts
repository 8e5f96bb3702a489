import { createTransport } from 'nodemailer';

export interface OutgoingMail {
  /** One address. It is never read as a list. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same at each attempt, so that a mail sent twice can be known as one. */
  readonly messageId: string;
}

export interface Mailer {
  /** Rejects with MailRefusedError when the server will never take this mail; other errors may pass. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

export class MailRejectedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** A server that says nothing for this long is given up. */
const SMTP_TIMEOUT_MS = 10_000;
/** However often it says something. */
const SEND_TIMEOUT_MS = 60_000;

/** What could end a header or an address, or begin a second one. */
const UNSAFE_ADDRESS = /[\p{Cc}\p{Z}<>(),;:"\\]/u;

/** A connection a mail: they are few, and one kept open breaks unseen. */
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
    // No part of a mail may name a file or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, messageId }, signal) {
      if (UNSAFE_ADDRESS.test(to)) throw new MailRejectedError('This is no single address');
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject: subject.replace(/\p{Cc}+/gu, ' '),
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]),
        });
      } catch (error) {
        throw isPermanentFailure(error) ? new MailRejectedError(error.message, { cause: error }) : error;
      }
    },
  };
}

/** A reply of the 500s is for good (RFC 5321, 4.2.1), but for those about our own sign-in, which an operator mends. */
function isPermanentFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as Error & { responseCode?: unknown; code?: unknown }; // as nodemailer marks them
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
}
