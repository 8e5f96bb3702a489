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
import { draftSelection } from './drafts.ts';

const kind = z.enum(FINDING_KINDS);

export const exposureCheck = z.object({
  id,
  roomId: id,
  groupId: id,
  groupName: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  /** Tells whether it also covers all drafts, which the next publication shows; not for a check of selected ones. */
  includesDrafts: z.boolean(),
  /**
   * The drafts to which it is limited: how many, and the names of the first three that the caller can see; `null` for a check of
   * everything.
   */
  selection: z
    .object({ folders: z.int(), files: z.int(), changes: z.int(), names: z.array(z.string()) })
    .nullable(),
  documents: z.int(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  signedOffAt: instant.nullable(),
  signedOffBy: z.string().nullable(),
});
export type ExposureCheck = z.infer<typeof exposureCheck>;

const checkDetails = exposureCheck.extend({
  /** Tells whether the group has no newer check of the same kind: of everything, or of selected drafts. */
  isNewest: z.boolean(),
  /**
   * Tells whether one of the selected drafts has changed since, is no draft any more, or shows other documents, versions or texts,
   * or the room has other names or questions.
   */
  isOutOfDate: z.boolean(),
  /** The documents without current text: a sign-off waits for them, and until it is done the check. */
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

/** A draft that shows a finding to the group; the name is `null` when the caller cannot see its folder or file any more. */
const shownBy = z.object({
  kind: z.enum(['folder', 'file', 'move', 'level', 'version']),
  entryKind: z.enum(['folder', 'file']),
  name: z.string().nullable(),
});
export type ExposureDraft = z.infer<typeof shownBy>;

const finding = z.object({
  id,
  /** `null` for a finding in the name of a folder or placeholder. */
  fileId: id.nullable(),
  /** `null` when the caller cannot see the file any more. */
  fileName: z.string().nullable(),
  /**
   * The folder whose name tells something, or that of the placeholder; `null` for a finding in a document, and when the caller
   * cannot see the folder any more.
   */
  folderId: id.nullable(),
  version: z.int(),
  /** `null` for a finding in a name, and when the version cannot be read any more. */
  versionState: z.enum(['current', 'earlier', 'draft']).nullable(),
  kind,
  page: z.int().nullable(),
  /** The text that was found, with the text around it; `null` when it cannot be read any more. */
  text: z.object({ before: z.string(), found: z.string(), after: z.string() }).nullable(),
  question: z.string().nullable(),
  /** The selected draft that shows it, the nearest one; `null` in a check of everything. */
  draft: shownBy.nullable(),
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
    'Check what a group would learn from everything that it can reach, scheduled files included, and with `includeDrafts` the drafts, or with `selection` from what some drafts show once they are published; a job. For managers',
  caller: 'user',
  params: idParams,
  body: optionalBody(
    z
      .strictObject({
        includeDrafts: z.boolean().default(false),
        /** Limits the check to some drafts, as a publication is. */
        selection: draftSelection.optional(),
        /** The version of the drafts that the caller has seen. */
        version: z.string().max(200).optional(),
      })
      .refine(({ includeDrafts, selection }) => !includeDrafts || !selection, {
        message: 'Check all drafts or the selected ones',
        path: ['selection'],
      })
      .refine(({ selection, version }) => version === undefined || selection !== undefined, {
        message: 'Name the selected drafts, whose version this is',
        path: ['version'],
      }),
  ),
  result: exposureCheck,
  status: 202,
} as const satisfies Endpoint;

export const listExposureChecks = {
  method: 'GET',
  path: '/api/groups/:id/exposure-checks',
  summary: 'The exposure checks of a group, newest first; for the staff of its room',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(exposureCheck),
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
