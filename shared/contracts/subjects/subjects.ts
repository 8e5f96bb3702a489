import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '../../domain/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, pageQuery } from '../fields/base-fields.ts';

const email = z.string().trim().min(3, 'Enter an email address').max(MAX_EMAIL_LENGTH).includes('@', {
  error: 'Enter an email address',
});

/** The effect of an erasure on a kind of rows. */
const effect = z.enum(['delete', 'replace', 'pass-on', 'unreadable', 'keep']);
export type ErasureEffect = z.infer<typeof effect>;

const category = z.object({
  name: z.string(),
  count: z.int(),
  effect,
});
export type SubjectCategory = z.infer<typeof category>;

const account = z.object({ id, username: z.string(), isAdmin: z.boolean(), isDeleted: z.boolean() });

const subject = z.object({
  email: z.string(),
  accounts: z.array(account),
  /** Set when the address belonged to several accounts. */
  notice: z.string().nullable(),
  categories: z.array(category),
  /** Rooms in which the person has or had a part; none that administrators may not read. At most 100. */
  rooms: z.array(z.object({ id, name: z.string() })),
});
export type Subject = z.infer<typeof subject>;

export const searchSubject = {
  method: 'POST',
  path: '/api/admin/subjects/search',
  summary: 'What is stored about the person with an email address; the search is recorded',
  caller: 'administrator',
  tokenScope: 'never',
  body: z.strictObject({ email }),
  result: subject,
} as const satisfies Endpoint;

const exportFormat = z.enum(['json', 'csv', 'pdf']);
export type ExportFormat = z.infer<typeof exportFormat>;

export const exportSubject = {
  method: 'POST',
  path: '/api/admin/subjects/export',
  summary: 'Request what is stored about a person as a file; it can be downloaded for a day',
  caller: 'administrator',
  tokenScope: 'never',
  body: z.strictObject({ email, format: exportFormat }),
  result: z.object({ id, downloadUrl: z.string() }),
  status: 202,
} as const satisfies Endpoint;

export const downloadSubjectExport = {
  method: 'GET',
  path: '/api/admin/subjects/exports/:id',
  summary: 'The file of an export that the caller requested',
  caller: 'administrator',
  tokenScope: 'never',
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;

const statements = z.enum(['keep', 'delete']);

const preview = subject.extend({
  /** Confirms exactly this preview. */
  hash: z.string(),
});
export type ErasurePreview = z.infer<typeof preview>;

const erasure = z.object({
  id,
  /** Keyed hash of the address: a restore finds the person by it. */
  subjectHash: z.string(),
  state: z.enum(['running', 'restored', 'done', 'failed']),
  requestedAt: instant,
  erasedAt: instant.nullable(),
  statements,
});
export type Erasure = z.infer<typeof erasure>;

export const eraseSubject = {
  method: 'POST',
  path: '/api/admin/subjects/erase',
  summary:
    'Preview the erasure of a person, or carry it out as previewed: `preview: true`, or `confirm` with the hash of the preview',
  caller: 'administrator',
  tokenScope: 'never',
  body: z.union([
    z.strictObject({ email, preview: z.literal(true) }),
    z.strictObject({
      email,
      confirm: z.string(),
      /** Signed receipts, acceptances and certificates cannot be changed: they stay, with a reason, or are deleted. */
      statements: statements.default('keep'),
      reason: z.string().trim().max(500).default(''),
    }),
  ]),
  result: z.union([preview, erasure]),
  canBeAccepted: true,
} as const satisfies Endpoint;

export const listErasures = {
  method: 'GET',
  path: '/api/admin/erasures',
  summary: 'Erasures of people, newest first',
  caller: 'administrator',
  tokenScope: 'never',
  query: z.strictObject(pageQuery),
  result: z.array(erasure),
} as const satisfies Endpoint;

export const exportErasures = {
  method: 'GET',
  path: '/api/admin/erasures/export',
  summary: 'All erasures of people as JSON, newest first: the list that a restore of an earlier backup needs',
  caller: 'administrator',
  tokenScope: 'never',
  result: 'bytes',
} as const satisfies Endpoint;

export const getErasureCertificate = {
  method: 'GET',
  path: '/api/admin/erasures/:id/certificate',
  summary: 'The certificate of an erasure as PDF',
  caller: 'administrator',
  tokenScope: 'never',
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;

export const getOwnData = {
  method: 'GET',
  path: '/api/user/my-data',
  summary: 'What is stored about the caller, as JSON; the download is recorded',
  caller: 'user',
  hasSideEffects: true,
  tokenScope: 'never',
  result: 'bytes',
} as const satisfies Endpoint;
