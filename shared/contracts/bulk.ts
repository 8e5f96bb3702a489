import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id, success } from './fields/base-fields.ts';

/** The size of the largest page of a list. */
const MAX_FILES = 1_000;

/** Removes duplicates. */
export const fileIds = z
  .array(id)
  .min(1, 'Select at least one file')
  .max(MAX_FILES, `Select at most ${MAX_FILES} files`)
  .transform((ids) => [...new Set(ids)]);

export const deleteFiles = {
  method: 'DELETE',
  path: '/api/files/bulk',
  summary: 'Delete several files, all or none',
  caller: 'user',
  body: z.strictObject({ fileIds }),
  result: success,
} as const satisfies Endpoint;

export const moveFiles = {
  method: 'POST',
  path: '/api/files/bulk/move',
  summary:
    'Move several files to a folder, or to the root with `null`: all of them or none; with `draft`, within a room, once it is published',
  caller: 'user',
  body: z.strictObject({ fileIds, folderId: id.nullable(), draft: z.boolean().optional() }),
  result: success,
} as const satisfies Endpoint;

export const downloadFiles = {
  method: 'POST',
  path: '/api/files/bulk/download',
  availableInViewAs: true,
  summary: 'Download URLs of several files, all or none',
  caller: 'actor',
  tokenScope: 'read',
  body: z.strictObject({ fileIds }),
  result: z.object({ files: z.array(z.object({ url: z.string(), name: z.string() })) }),
} as const satisfies Endpoint;

export const archiveFiles = {
  method: 'POST',
  path: '/api/files/bulk/archive',
  availableInViewAs: true,
  summary: 'Several files as one zip with an index; what may not be downloaded is only listed there',
  caller: 'actor',
  tokenScope: 'read',
  body: z.strictObject({ fileIds }),
  result: 'bytes',
} as const satisfies Endpoint;
