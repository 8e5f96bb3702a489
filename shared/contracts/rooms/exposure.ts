import { z } from 'zod';
import { FINDING_KINDS } from '#shared/domain/rooms/finding-kinds.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  booleanText,
  id,
  idParams,
  idText,
  instant,
  optionalBody,
  pageQuery,
} from '../fields/base-fields.ts';

const kind = z.enum(FINDING_KINDS);

const MAX_REASON_LENGTH = 500;

const check = z.object({
  id,
  roomId: id,
  groupId: id,
  groupName: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  /** Tells whether it also covers the drafts that the next publication shows. */
  includesDrafts: z.boolean(),
  documents: z.int(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  signedOffAt: instant.nullable(),
  signedOffBy: z.string().nullable(),
});
export type ExposureCheck = z.infer<typeof check>;

const checkDetails = check.extend({
  /** The documents without current text: a sign-off waits for them. */
  notIndexed: z.int(),
  /** The documents whose content could not be read completely: somebody must look at them. */
  unread: z.int(),
  /** The earlier versions that members of the group may open too, which the check reads beside the current ones. */
  earlierVersions: z.int(),
  /** The versions that wait for a publication, which the check reads too. */
  draftedVersions: z.int(),
  /** The moves, versions and levels of the group that a check without drafts leaves out. */
  draftedChanges: z.int(),
  findings: z.int(),
  undecided: z.int(),
  /** The findings in documents that are new since the last publication. */
  newFindings: z.int(),
  kinds: z.array(z.object({ kind, findings: z.int(), undecided: z.int() })),
  /** The test questions, and the number of documents that answer each. */
  questions: z.array(z.object({ question: z.string(), documents: z.int() })),
});
export type ExposureCheckDetails = z.infer<typeof checkDetails>;

const finding = z.object({
  id,
  /** `null` for a finding in the name of a folder or placeholder. */
  fileId: id.nullable(),
  /** `null` when the caller cannot see the file any more. */
  fileName: z.string().nullable(),
  /** The folder whose name tells something, or that of the placeholder; `null` for a finding in a document, and when the caller cannot see the folder any more. */
  folderId: id.nullable(),
  version: z.int(),
  /** `null` for a finding in a name, and when the version cannot be read any more. */
  versionState: z.enum(['current', 'earlier', 'draft']).nullable(),
  kind,
  page: z.int().nullable(),
  /** The text that was found, with the text around it; `null` when it cannot be read any more. */
  text: z.object({ before: z.string(), found: z.string(), after: z.string() }).nullable(),
  question: z.string().nullable(),
  isNew: z.boolean(),
  decision: z.enum(['accept', 'lower']).nullable(),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
});
export type ExposureFinding = z.infer<typeof finding>;

const documentSummary = z.object({
  id,
  fileName: z.string().nullable(),
  isNew: z.boolean(),
  /** Tells whether its content was read completely. */
  isRead: z.boolean(),
  findings: z.int(),
  undecided: z.int(),
});
export type ExposureDocument = z.infer<typeof documentSummary>;

const listLimit = z
  .string()
  .regex(/^\d{1,3}$/, 'Must be a whole number from 1 to 100')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 100, 'Must be a whole number from 1 to 100')
  .optional();

export const requestExposureCheck = {
  method: 'POST',
  path: '/api/groups/:id/exposure-checks',
  summary:
    'Check what a group would learn from everything that it can reach, scheduled files included, and with `includeDrafts` the drafts; a job. For managers',
  caller: 'user',
  params: idParams,
  body: optionalBody(z.strictObject({ includeDrafts: z.boolean().default(false) })),
  result: check,
  status: 202,
} as const satisfies Endpoint;

export const listExposureChecks = {
  method: 'GET',
  path: '/api/groups/:id/exposure-checks',
  summary: 'The exposure checks of a group, newest first; for the staff of its room',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(check),
} as const satisfies Endpoint;

export const getExposureCheck = {
  method: 'GET',
  path: '/api/exposure-checks/:id',
  summary: 'The progress and the findings of an exposure check in numbers; for the staff of the room',
  caller: 'user',
  params: idParams,
  result: checkDetails,
} as const satisfies Endpoint;

export const listExposureFindings = {
  method: 'GET',
  path: '/api/exposure-checks/:id/findings',
  summary: 'The findings of an exposure check with the text around them; for the staff of the room',
  caller: 'user',
  params: idParams,
  query: z.strictObject({
    kind: kind.optional(),
    fileId: idText.optional(),
    undecided: booleanText.optional(),
    new: booleanText.optional(),
    /** At most 100, since each is read from its document. */
    limit: listLimit,
    cursor: idText.optional(),
  }),
  result: z.array(finding),
} as const satisfies Endpoint;

export const listExposureDocuments = {
  method: 'GET',
  path: '/api/exposure-checks/:id/documents',
  summary:
    'The documents of an exposure check that have findings or could not be read; for the staff of the room',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(documentSummary),
} as const satisfies Endpoint;

export const decideExposureFinding = {
  method: 'POST',
  path: '/api/exposure-checks/:id/findings/:findingId',
  summary:
    'Accept a finding with a reason, or note that the access level is lowered; with `alsoSame` all undecided findings of the same value. For the staff of the room',
  caller: 'user',
  params: idParams.extend({ findingId: idText }),
  body: z
    .strictObject({
      decision: z.enum(['accept', 'lower']),
      reason: z.string().trim().max(MAX_REASON_LENGTH).default(''),
      alsoSame: z.boolean().default(false),
    })
    .refine(({ decision, reason }) => decision !== 'accept' || reason !== '', {
      message: 'Enter a reason',
      path: ['reason'],
    }),
  /** The number of findings that were decided. */
  result: z.object({ decided: z.int() }),
} as const satisfies Endpoint;

export const signOffExposureCheck = {
  method: 'POST',
  path: '/api/exposure-checks/:id/sign-off',
  summary:
    'Sign off an exposure check; 409 while documents are not indexed, findings are not decided, or the group can reach other documents. For managers',
  caller: 'user',
  params: idParams,
  result: check,
} as const satisfies Endpoint;

export const exportExposureCheck = {
  method: 'GET',
  path: '/api/exposure-checks/:id/export',
  summary: 'The findings of an exposure check as CSV; is itself recorded. For the staff of the room',
  caller: 'user',
  tokenScope: 'read',
  hasSideEffects: true,
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;
