import type { Context } from '#server/app/context.ts';
import { fillPlaceholders, type MailPlaceholder, type MailTextKind } from '#shared/domain/mail/mail-texts.ts';
import { findTextInUse } from './text-queries.ts';

/** A text with placeholders, as administrators or managers wrote it. */
export interface OwnText {
  readonly subject: string;
  readonly body: string;
}

export interface MailValues extends Readonly<Record<Exclude<MailPlaceholder, 'expires'>, string>> {
  /** Absent without an end. */
  readonly expires?: string | undefined;
}

/** Finds the own text of mails about a room, or about none; `undefined` for the built-in one. */
export const findOwnText = (
  { db }: Pick<Context, 'db'>,
  roomId: number | undefined,
  kind: MailTextKind,
): Promise<OwnText | undefined> => findTextInUse(db, { roomId: roomId ?? null, kind, language: 'en' });

const WITHOUT_END = 'further notice';

/** Keeps a name from ending a line or beginning a paragraph. */
const toLine = (value: string): string => value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** Fills an own text: its subject, and its paragraphs, which a composer places between the fixed parts of the mail. */
export function fillOwnText(
  { subject, body }: OwnText,
  { recipient, sender, room, link, expires = WITHOUT_END }: MailValues,
): { subject: string; paragraphs: string[] } {
  const values = {
    recipient: toLine(recipient),
    sender: toLine(sender),
    room: toLine(room),
    link: toLine(link),
    expires: toLine(expires),
  };
  return {
    // Subjects are stored in the clear, so that a link would be there for anyone who reads the list of mails.
    subject: toLine(fillPlaceholders(subject, { ...values, link: '' })).trim(),
    paragraphs: fillPlaceholders(body, values)
      // A line of two hyphens and a space begins what mail programs hide as a signature.
      .replace(/[^\S\n]+$/gm, '')
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph !== ''),
  };
}

/** Writes a day, or with `withTime` an instant, as mails do. */
export const describeEnd = (instant: number, { withTime = false } = {}): string =>
  `${new Date(instant).toLocaleString('en-US', {
    dateStyle: 'long',
    ...(withTime && { timeStyle: 'short' }),
    timeZone: 'UTC',
  })} (UTC)`;
