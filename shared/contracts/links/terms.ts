import { z } from 'zod';
import { MAX_TERMS_LENGTH, MAX_TERMS_NAME_LENGTH } from '../../domain/link-steps.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, idText, instant, pageQuery, success } from '../fields/base-fields.ts';

const termsName = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(MAX_TERMS_NAME_LENGTH, `Use at most ${MAX_TERMS_NAME_LENGTH} characters`);

const termsText = z
  .string({ error: 'Text is required' })
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'Text is required')
      .max(MAX_TERMS_LENGTH, `Use at most ${MAX_TERMS_LENGTH.toLocaleString('en-US')} characters`),
  );

/** A text, or a file whose bytes are copied. */
const termsContent = { text: termsText.optional(), fileId: id.optional() };
const hasOneContent = ({ text, fileId }: { text?: string | undefined; fileId?: number | undefined }) =>
  (text === undefined) !== (fileId === undefined);
const ONE_CONTENT = { path: ['text'], message: 'Text is required, or a file in place of it' };

const version = z.object({
  id,
  number: z.int(),
  createdAt: instant,
  /** The name of the document, and its number of pages unless it is shown as text; `null` for a text. */
  document: z.object({ name: z.string(), pages: z.int().nullable() }).nullable(),
});

const terms = z.object({
  id,
  name: z.string(),
  owner: z.string(),
  createdAt: instant,
  current: version,
  /** The links that ask for them and are not revoked. */
  links: z.int(),
  /** Acceptances of all versions. */
  acceptances: z.int(),
});
export type Terms = z.infer<typeof terms>;

const termsWithText = terms.extend({
  /** The text of the current version; of a document what was read from it. */
  text: z.string(),
  /** Newest first. */
  versions: z.array(version),
});
export type TermsWithText = z.infer<typeof termsWithText>;

/** The fields beside the document in a form. */
export const createTermsFields = z.strictObject({ name: termsName });
export const publishTermsFields = z.strictObject({});

export const listTerms = {
  method: 'GET',
  path: '/api/terms',
  summary: 'Your own terms, newest first; those of all users to administrators',
  caller: 'user',
  query: z.strictObject(pageQuery),
  result: z.array(terms),
} as const satisfies Endpoint;

export const createTerms = {
  method: 'POST',
  path: '/api/terms',
  summary:
    'Create terms, which links can ask visitors to accept, with a text, a copy of a file that the caller may share (`fileId`), or a document as multipart form data: `name`, `file`',
  caller: 'user',
  body: z
    .strictObject({ name: termsName, ...termsContent })
    .refine(hasOneContent, ONE_CONTENT)
    // A form.
    .nullish(),
  multipart: createTermsFields,
  result: termsWithText,
  status: 201,
} as const satisfies Endpoint;

export const getTerms = {
  method: 'GET',
  path: '/api/terms/:id',
  summary: 'Terms with their current text',
  caller: 'user',
  params: idParams,
  result: termsWithText,
} as const satisfies Endpoint;

export const updateTerms = {
  method: 'PATCH',
  path: '/api/terms/:id',
  summary: 'Rename terms',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ name: termsName }),
  result: termsWithText,
} as const satisfies Endpoint;

export const publishTerms = {
  method: 'POST',
  path: '/api/terms/:id/versions',
  summary:
    'Publish a new version, which every visitor is asked to accept at the next request: a text, a copy of a file that the caller may share (`fileId`), or a document as multipart form data: `file`',
  caller: 'user',
  params: idParams,
  body: z.strictObject(termsContent).refine(hasOneContent, ONE_CONTENT).nullish(),
  multipart: publishTermsFields,
  result: termsWithText,
  status: 201,
} as const satisfies Endpoint;

export const getTermsDocument = {
  method: 'GET',
  path: '/api/terms/:id/document',
  summary: 'The document of the current version; 404 for a text',
  caller: 'user',
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;

export const deleteTerms = {
  method: 'DELETE',
  path: '/api/terms/:id',
  summary: 'Delete terms that no link asks for; their acceptances remain',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

const acceptance = z.object({
  id,
  termsId: id,
  termsName: z.string(),
  version: z.int(),
  linkId: id,
  linkName: z.string(),
  /** `null` for a link that asks for no address. */
  email: z.string().nullable(),
  verified: z.boolean(),
  /** The typed signature, if the link asked for one. */
  typedName: z.string().nullable(),
  acceptedAt: instant,
  address: z.string(),
});
export type TermsAcceptance = z.infer<typeof acceptance>;

const acceptanceFilter = { termsId: idText.optional(), linkId: idText.optional() };

export const listAcceptances = {
  method: 'GET',
  path: '/api/terms/acceptances',
  summary: 'Who accepted your own terms, newest first; those of all users to administrators',
  caller: 'user',
  query: z.strictObject({ ...pageQuery, ...acceptanceFilter }),
  result: z.array(acceptance),
} as const satisfies Endpoint;

export const exportAcceptances = {
  method: 'GET',
  path: '/api/terms/acceptances/export',
  summary: 'The same list as CSV, oldest first',
  caller: 'user',
  query: z.strictObject(acceptanceFilter),
  result: 'bytes',
} as const satisfies Endpoint;

export const getAcceptancePdf = {
  method: 'GET',
  path: '/api/terms/acceptances/:id/pdf',
  summary:
    'An acceptance as PDF: the accepted text, by whom and when, with the signed statement as an attachment that verifies with the public key alone',
  caller: 'user',
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;
