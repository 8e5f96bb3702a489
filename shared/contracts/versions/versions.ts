import { z } from 'zod';
import { WITHHELD_STATES } from '#shared/domain/scans/scan-states.ts';
import { ENTER_REASON } from '../../domain/messages.ts';
import { PAGE_WIDTHS } from '../../domain/page-limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { booleanText, idParams, idText, instant, pageQuery } from '../fields/base-fields.ts';
import { personNames } from '../fields/person-fields.ts';
import { compactQuery, filePages, signatureQuery } from '../pages.ts';

const MAX_NOTE_LENGTH = 1_000;
const MAX_REASON_LENGTH = 500;

const number = z.int().positive();

const fileVersion = z.object({
  number,
  /** Size in bytes. */
  size: z.int().nonnegative(),
  /** SHA-256 of the content in hex; `null` for callers who may not download the original. */
  sha256: z.string().nullable(),
  /** The user who added the version; `null` for callers who see only the current version. */
  author: z.object({ username: z.string(), displayName: personNames.displayName }).nullable(),
  createdAt: instant,
  note: z.string().nullable(),
  isCurrent: z.boolean(),
  /** It becomes current when the drafts of its room are published; absent otherwise. */
  isDraft: z.literal(true).optional(),
  withdrawnAt: instant.nullable(),
  withdrawnReason: z.string().nullable(),
  /** Why its content is withheld because of the virus scanner; absent otherwise. */
  scan: z.enum(WITHHELD_STATES).optional(),
});
export type FileVersion = z.infer<typeof fileVersion>;

/** A version that was just added; its type may differ from that of the version before. */
const addedVersion = fileVersion.extend({ typeChanged: z.boolean() });
export type AddedVersion = z.infer<typeof addedVersion>;

/** The fields of the form beside `file`. */
export const versionFields = z.strictObject({
  note: z
    .string()
    .trim()
    .max(MAX_NOTE_LENGTH, `Use at most ${MAX_NOTE_LENGTH.toLocaleString('en')} characters`)
    .transform((note) => (note === '' ? null : note))
    .nullable()
    .default(null),
  /**
   * Waits for the publication of the drafts of its room; where a second manager approves these, every version of a published file
   * does.
   */
  draft: booleanText.default(false),
});

export const listVersions = {
  method: 'GET',
  path: '/api/files/:id/versions',
  summary:
    'The versions of a file, newest first; readers who are not members get the current one alone, withdrawn ones are for owners',
  caller: 'actor',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(fileVersion),
} as const satisfies Endpoint;

export const addVersion = {
  method: 'POST',
  path: '/api/files/:id/versions',
  summary:
    'Replace the content of a file with a new version, as multipart form data: `file`, `note`, `draft` (`true` in a room: it becomes current with the publication of the drafts)',
  caller: 'user',
  params: idParams,
  multipart: versionFields,
  result: addedVersion,
  status: 201,
} as const satisfies Endpoint;

const versionParams = idParams.extend({ number: idText });

export const viewVersion = {
  method: 'GET',
  path: '/api/files/:id/versions/:number/view',
  summary: 'The content of a version for display; supports Range',
  caller: 'actor',
  params: versionParams,
  result: 'bytes',
} as const satisfies Endpoint;

export const downloadVersion = {
  method: 'GET',
  path: '/api/files/:id/versions/:number/download',
  summary: 'Download a version; supports Range',
  caller: 'actor',
  params: versionParams,
  result: 'bytes',
} as const satisfies Endpoint;

export const listVersionPages = {
  method: 'GET',
  path: '/api/files/:id/versions/:number/pages',
  summary: 'The rendered pages of a version: number, sizes, or why there are none',
  caller: 'actor',
  params: versionParams,
  result: filePages,
} as const satisfies Endpoint;

export const viewVersionPage = {
  method: 'GET',
  path: '/api/files/:id/versions/:number/pages/:page',
  summary: 'One page of a version as a picture, by the signature that comes with the list of its pages',
  caller: 'actor',
  params: versionParams.extend({ page: idText }),
  query: z.strictObject({
    /** Width in pixels. */
    width: z.enum(PAGE_WIDTHS).default('1200').transform(Number),
    compact: compactQuery,
    signature: signatureQuery,
  }),
  result: 'bytes',
} as const satisfies Endpoint;

export const restoreVersion = {
  method: 'POST',
  path: '/api/files/:id/versions/:number/restore',
  summary: 'Add the content of an earlier version as a new version',
  caller: 'user',
  params: versionParams,
  result: addedVersion,
  status: 201,
} as const satisfies Endpoint;

export const withdrawVersion = {
  method: 'POST',
  path: '/api/files/:id/versions/:number/withdraw',
  summary:
    'Withdraw a version, which then only owners can open; if it was current, the newest other one becomes current',
  caller: 'user',
  params: versionParams,
  body: z.strictObject({
    reason: z
      .string({ error: ENTER_REASON })
      .trim()
      .min(1, ENTER_REASON)
      .max(MAX_REASON_LENGTH, `Use at most ${MAX_REASON_LENGTH} characters`),
  }),
  result: fileVersion,
} as const satisfies Endpoint;
