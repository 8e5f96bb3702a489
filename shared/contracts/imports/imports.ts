import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, idText, instant, pageQuery, success } from '../fields/base-fields.ts';

/** The kinds of remarks on an entry; those that are left out are not imported. */
const problemKind = z.enum([
  'left-out',
  'missing',
  'extra',
  'duplicate',
  'unreadable',
  'password-protected',
  'no-text',
  'name',
  'manifest',
]);
export type ImportProblemKind = z.infer<typeof problemKind>;

const problem = z.object({ kind: problemKind, path: z.string(), reason: z.string() });
export type ImportProblem = z.infer<typeof problem>;

const report = z.object({
  /** Folders that are created, and files that are added, by *Apply*. */
  folders: z.int(),
  files: z.int(),
  bytes: z.int(),
  /** The number of problems of each kind. */
  counts: z.partialRecord(problemKind, z.int()),
  /** At most 1,000. */
  problems: z.array(problem),
});
export type ImportReport = z.infer<typeof report>;

const importState = z.enum(['receiving', 'checking', 'checked', 'applying', 'applied', 'failed']);

const bulkImport = z.object({
  id,
  folderId: id,
  /** `checked` has a report and can be applied; `failed` says why in `error`. */
  state: importState,
  /** From 0 to 1, of a check; 0 while everything is added at once. */
  progress: z.number(),
  /** Why it failed, or why it could not be applied and can be tried again. */
  error: z.string().nullable(),
  report: report.nullable(),
  /** Sources received so far. */
  sources: z.int(),
  createdAt: instant,
  appliedAt: instant.nullable(),
  /** When it is discarded unless it was applied. */
  expiresAt: instant,
});
export type BulkImport = z.infer<typeof bulkImport>;

export const createImport = {
  method: 'POST',
  path: '/api/imports',
  summary:
    'Begin an import of a folder or ZIP archive into a folder; uploads (tus) with `importId` and `relativePath` add its sources',
  caller: 'user',
  body: z.strictObject({ folderId: id }),
  result: bulkImport,
  status: 201,
} as const satisfies Endpoint;

const listedImport = bulkImport.omit({ report: true, sources: true }).extend({ folderName: z.string() });
export type ListedImport = z.infer<typeof listedImport>;

export const listImports = {
  method: 'GET',
  path: '/api/imports',
  summary:
    'Your own imports that have not ended, newest first, or those into one folder: where you may still add to the folder',
  caller: 'user',
  query: z.strictObject({ ...pageQuery, folderId: idText.optional() }),
  result: z.array(listedImport),
} as const satisfies Endpoint;

export const getImport = {
  method: 'GET',
  path: '/api/imports/:id',
  summary: 'State, progress and report of your own import',
  caller: 'user',
  params: idParams,
  result: bulkImport,
} as const satisfies Endpoint;

export const checkImport = {
  method: 'POST',
  path: '/api/imports/:id/check',
  summary: 'Unpack and check the sources of your own import; then it has a report',
  caller: 'user',
  params: idParams,
  result: bulkImport,
  status: 202,
} as const satisfies Endpoint;

export const applyImport = {
  method: 'POST',
  path: '/api/imports/:id/apply',
  summary: 'Add everything that your own checked import contains to its folder, or nothing',
  caller: 'user',
  params: idParams,
  result: bulkImport,
  status: 202,
} as const satisfies Endpoint;

export const discardImport = {
  method: 'DELETE',
  path: '/api/imports/:id',
  summary: 'Discard your own import with its sources; what was applied stays',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
