import { z } from 'zod';
import type { TermsWithText } from '#shared/contracts/links/terms.ts';
import { MAX_TERMS_LENGTH, MAX_TERMS_NAME_LENGTH } from '#shared/domain/link-steps.ts';
import { NO_FILE_SELECTED } from '#shared/domain/messages.ts';
import type { ChosenDocument } from './api.ts';

/** Checks the form of new terms, or of present ones, whose document needs not be chosen again. */
export const termsSchema = (terms: TermsWithText | undefined) =>
  z
    .object({
      name: z.string().trim().min(1, 'Name is required').max(MAX_TERMS_NAME_LENGTH),
      kind: z.enum(['text', 'document']),
      text: z
        .string()
        .trim()
        .max(MAX_TERMS_LENGTH, `Use at most ${MAX_TERMS_LENGTH.toLocaleString('en-US')} characters`),
      file: z.custom<ChosenDocument | null>(),
    })
    .superRefine(({ kind, text, file }, { addIssue }) => {
      if (kind === 'text' && text === '')
        addIssue({ code: 'custom', path: ['text'], message: 'Text is required' });
      if (kind === 'document' && !file && !terms?.current.document)
        addIssue({ code: 'custom', path: ['file'], message: NO_FILE_SELECTED });
    });
export type TermsValues = z.infer<ReturnType<typeof termsSchema>>;

/** Returns what the form publishes; undefined without a chosen document. */
export const toContent = ({ kind, text, file }: TermsValues) =>
  kind === 'text' ? { text } : (file ?? undefined);

/** Returns what the form publishes if it differs from the current version. */
export function changedContent(values: TermsValues, { text, current }: TermsWithText) {
  const isSame = values.kind === 'text' && current.document === null && values.text === text;
  return isSame ? undefined : toContent(values);
}
