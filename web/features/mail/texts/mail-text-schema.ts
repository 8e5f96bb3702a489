import { z } from 'zod';
import {
  MAX_MAIL_BODY_LENGTH,
  MAX_MAIL_SUBJECT_LENGTH,
  type MailTextKind,
  mailTextProblem,
} from '#shared/domain/mail/mail-texts.ts';

/** Checks what the server checks, so that a problem shows at its field before anything is sent. */
export const mailTextSchema = (kind: MailTextKind) =>
  z
    .object({
      subject: z
        .string()
        .trim()
        .min(1, 'Subject is required')
        .max(MAX_MAIL_SUBJECT_LENGTH, `A subject has at most ${MAX_MAIL_SUBJECT_LENGTH} characters`),
      body: z
        .string()
        .trim()
        .min(1, 'Text is required')
        .max(MAX_MAIL_BODY_LENGTH, `A text has at most ${MAX_MAIL_BODY_LENGTH} characters`),
    })
    .superRefine((text, context) => {
      for (const part of ['subject', 'body'] as const) {
        const message = mailTextProblem(kind, part, text[part]);
        if (message !== undefined) context.addIssue({ code: 'custom', message, path: [part] });
      }
    });
