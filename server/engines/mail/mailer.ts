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
  /** The display name of the sender, in place of the configured one. */
  readonly senderName?: string | undefined;
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
  /**
   * Rejects with MailRefusedError when the server will never accept this mail, and with an error marked unavailable when it
   * accepts none at present; other refusals are temporary.
   */
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

/** Takes the address out of a sender such as `Deal Room <room@example.com>`. */
const addressOf = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from;

/** Names the sender in an object, which the library encodes: the name is never parsed as an address or a header. */
function composeSender(from: string, name: string | undefined): string | { name: string; address: string } {
  const line = name?.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line ? { name: line, address: addressOf(from) } : from;
}

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
    async send({ to, senderName, subject, text, html, messageId, unsubscribeUrl, attachments = [] }, signal) {
      if (UNSAFE_ADDRESS.test(to)) throw new MailRejectedError('This is no single address');
      try {
        await transport.sendMail({
          from: composeSender(from, senderName),
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

/**
 * Replies to these commands concern the mail and its recipient; all others concern the connection, our sign-in or our address.
 */
const COMMANDS_OF_THE_MAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

/** Status codes of a sender address that the server does not accept (RFC 3463, 3.2); some servers reply with them to RCPT TO. */
const SENDER_STATUS = /(?<![\d.])[45]\.1\.[78](?![\d.])/;

/** A reply of the mail server, as nodemailer marks errors with it. */
function replyOf(error: unknown): { code: number; concernsMail: boolean } | undefined {
  if (!(error instanceof Error) || !('responseCode' in error)) return undefined;
  const { responseCode, command, message } = error as Error & { responseCode: unknown; command?: unknown };
  if (typeof responseCode !== 'number') return undefined;
  const concernsMail = COMMANDS_OF_THE_MAIL.includes(command) && !SENDER_STATUS.test(message);
  return { code: responseCode, concernsMail };
}

/** A 5xx reply is permanent (RFC 5321, 4.2.1), except for those that concern us, since an operator can remedy their cause. */
function isPermanentFailure(error: unknown): error is Error {
  const reply = replyOf(error);
  return reply?.concernsMail === true && reply.code >= 500;
}

/** Nodemailer's codes for a server that cannot be reached, breaks the connection or refuses our sign-in. */
const OUTAGE_CODES: readonly unknown[] = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH'];

/** Tells whether no mail can be sent at present: the server is away, or accepts neither our connection nor our address. */
const isServerAway = (error: unknown): boolean =>
  replyOf(error)?.concernsMail === false ||
  (error instanceof Error && 'code' in error && OUTAGE_CODES.includes(error.code));
