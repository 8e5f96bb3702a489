import { z } from 'zod';
import {
  MAIL_TEXT_KINDS,
  MAIL_TEXT_LANGUAGES,
  MAX_MAIL_BODY_LENGTH,
  MAX_MAIL_SUBJECT_LENGTH,
  mailTextProblem,
} from '../../domain/mail/mail-texts.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, success } from '../fields/base-fields.ts';

const kind = z.enum(MAIL_TEXT_KINDS);
const language = z.enum(MAIL_TEXT_LANGUAGES);

const subject = z
  .string({ error: 'Subject is required' })
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'The subject must be one line of visible characters')
  .trim()
  .min(1, 'Subject is required')
  .max(MAX_MAIL_SUBJECT_LENGTH, `A subject has at most ${MAX_MAIL_SUBJECT_LENGTH} characters`);

/** Paragraphs are separated by an empty line. */
const body = z
  .string({ error: 'Text is required' })
  .max(2 * MAX_MAIL_BODY_LENGTH, `A text has at most ${MAX_MAIL_BODY_LENGTH} characters`)
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'Text is required')
      .max(MAX_MAIL_BODY_LENGTH, `A text has at most ${MAX_MAIL_BODY_LENGTH} characters`)
      .regex(/^(?:[^\p{Cc}\p{Cf}]|\n)*$/u, 'The text contains invisible characters'),
  );

const mailText = z.object({
  id,
  /** `null` for a text of the installation. */
  roomId: id.nullable(),
  kind,
  language,
  subject: z.string(),
  body: z.string(),
  updatedAt: instant,
});
export type MailText = z.infer<typeof mailText>;

/** The rendered mail, with examples for the values. */
const preview = z.object({ subject: z.string(), text: z.string(), html: z.string() });
export type MailTextPreview = z.infer<typeof preview>;

interface Written {
  readonly kind: (typeof MAIL_TEXT_KINDS)[number];
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
}

function checkPlaceholders({ kind, ...text }: Written, context: z.RefinementCtx): void {
  for (const part of ['subject', 'body'] as const) {
    const message = mailTextProblem(kind, part, text[part] ?? '');
    if (message !== undefined) context.addIssue({ code: 'custom', message, path: [part] });
  }
}

const newText = z
  .strictObject({ kind, language: language.default('en'), subject, body })
  .superRefine(checkPlaceholders);

/** The kind of the text, which says what its placeholders are, is known to the server. */
const changedText = z
  .strictObject({
    subject: subject.optional(),
    body: body.optional(),
    /** Refuses the change if somebody changed the text since. */
    updatedAt: instant.optional(),
  })
  .refine(({ subject, body }) => subject !== undefined || body !== undefined, 'Name what to change');

/** Without a subject or text, that of the mail as it is sent now. */
const previewed = z
  .strictObject({
    kind,
    language: language.default('en'),
    subject: subject.optional(),
    body: body.optional(),
  })
  .superRefine(checkPlaceholders);

const ROOM = '/api/rooms/:id/mail-texts';
const textOfRoom = idParams.extend({ textId: idParams.shape.id });
const PLACEHOLDERS =
  'Placeholders are {recipient} {sender} {room} {link} {expires}; digests have no {expires}, and subjects no {link}';

export const listMailTexts = {
  method: 'GET',
  path: '/api/admin/mail-texts',
  summary: 'The texts of mails that the installation has in place of the built-in ones',
  caller: 'administrator',
  result: z.array(mailText),
} as const satisfies Endpoint;

export const createMailText = {
  method: 'POST',
  path: '/api/admin/mail-texts',
  summary: `Write the text of a kind of mail for the installation. ${PLACEHOLDERS}; 409 if there is one`,
  caller: 'administrator',
  body: newText,
  result: mailText,
  status: 201,
} as const satisfies Endpoint;

export const updateMailText = {
  method: 'PATCH',
  path: '/api/admin/mail-texts/:id',
  summary: 'Change a text of the installation; 409 if somebody changed it since `updatedAt`',
  caller: 'administrator',
  params: idParams,
  body: changedText,
  result: mailText,
} as const satisfies Endpoint;

export const deleteMailText = {
  method: 'DELETE',
  path: '/api/admin/mail-texts/:id',
  summary: 'Delete a text of the installation: the built-in one is sent again',
  caller: 'administrator',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const previewMailText = {
  method: 'POST',
  path: '/api/admin/mail-texts/preview',
  summary: 'A mail as it would be sent with this text, or else with the one in use, with examples as values',
  caller: 'administrator',
  body: previewed,
  result: preview,
} as const satisfies Endpoint;

export const listRoomMailTexts = {
  method: 'GET',
  path: ROOM,
  summary: 'The texts of mails that a room has in place of the installation’s; for its staff',
  caller: 'user',
  params: idParams,
  result: z.array(mailText),
} as const satisfies Endpoint;

export const createRoomMailText = {
  method: 'POST',
  path: ROOM,
  summary: `Write the text of a kind of mail for a room. ${PLACEHOLDERS}; 409 if there is one. For managers`,
  caller: 'user',
  params: idParams,
  body: newText,
  result: mailText,
  status: 201,
} as const satisfies Endpoint;

export const updateRoomMailText = {
  method: 'PATCH',
  path: `${ROOM}/:textId`,
  summary: 'Change a text of a room; 409 if somebody changed it since `updatedAt`. For managers',
  caller: 'user',
  params: textOfRoom,
  body: changedText,
  result: mailText,
} as const satisfies Endpoint;

export const deleteRoomMailText = {
  method: 'DELETE',
  path: `${ROOM}/:textId`,
  summary: 'Delete a text of a room: the installation’s, or the built-in one, is sent again. For managers',
  caller: 'user',
  params: textOfRoom,
  result: success,
} as const satisfies Endpoint;

export const previewRoomMailText = {
  method: 'POST',
  path: `${ROOM}/preview`,
  summary:
    'A mail of a room as it would be sent with this text, or else with the one in use, with examples as values. For managers',
  caller: 'user',
  params: idParams,
  body: previewed,
  result: preview,
} as const satisfies Endpoint;
