/** The mails whose text can be written in an installation or a room. Terms are accepted without a mail. */
export const MAIL_TEXT_KINDS = ['invitation', 'link', 'digest'] as const;
export type MailTextKind = (typeof MAIL_TEXT_KINDS)[number];

/** The languages of the interface, and so of mails. */
export const MAIL_TEXT_LANGUAGES = ['en'] as const;

const MAIL_PLACEHOLDERS = ['recipient', 'sender', 'room', 'link', 'expires'] as const;
export type MailPlaceholder = (typeof MAIL_PLACEHOLDERS)[number];

export type MailTextPart = 'subject' | 'body';

export const MAX_MAIL_SUBJECT_LENGTH = 150;
export const MAX_MAIL_BODY_LENGTH = 4_000;
/** Values are longer than their placeholders: a mail stays small. */
const MAX_PLACEHOLDERS = 30;

/** Mails about things that do not expire. */
const KINDS_WITHOUT_END: readonly MailTextKind[] = ['digest'];

/**
 * Lists the placeholders of a part of a mail. Subjects are stored and listed in the clear, and a link can admit anyone who has
 * it.
 */
export const placeholdersOf = (kind: MailTextKind, part: MailTextPart): readonly MailPlaceholder[] =>
  MAIL_PLACEHOLDERS.filter(
    (name) =>
      !(name === 'link' && part === 'subject') && !(name === 'expires' && KINDS_WITHOUT_END.includes(kind)),
  );

const PLACEHOLDER = /\{([^{}\n]*)\}/g;

/** Returns why a text cannot be used, or `undefined`. */
export function mailTextProblem(kind: MailTextKind, part: MailTextPart, text: string): string | undefined {
  const allowed: readonly string[] = placeholdersOf(kind, part);
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    return `{${unknown}} is not a placeholder. Use ${allowed.map((name) => `{${name}}`).join(' ')}.`;
  return names.length > MAX_PLACEHOLDERS ? `Use at most ${MAX_PLACEHOLDERS} placeholders` : undefined;
}

/** Returns the text with the values in place of its placeholders. What a value contains is not replaced again. */
export const fillPlaceholders = (text: string, values: Readonly<Record<MailPlaceholder, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) =>
    MAIL_PLACEHOLDERS.some((known) => known === name) ? values[name as MailPlaceholder] : whole,
  );

/** The beginning of an own text, for the form in which it is written. */
export const FIRST_MAIL_TEXTS: Readonly<Record<MailTextKind, Readonly<Record<MailTextPart, string>>>> = {
  invitation: {
    subject: '{sender} invites you to {room}',
    body: '{sender} invites you to {room}, a secure data room.',
  },
  link: {
    subject: 'Your code for a link from {sender}',
    body: 'You asked for a code for {room}.',
  },
  digest: {
    subject: 'Changes in {room}',
    body: 'Something changed in {room} since the last email of this kind.',
  },
};
