import { z } from 'zod';
import { FILE_TYPES } from '#shared/domain/file-type.ts';
import type { Endpoint } from './endpoint.ts';
import { id, instant, pageQuery } from './fields/base-fields.ts';

/** A view of a file. A visitor's `username` is the e-mail address of their invitation. */
const fileView = z.object({
  id,
  fileId: id,
  viewedAt: instant,
  file: z.object({ name: z.string(), fileType: z.enum(FILE_TYPES), size: z.int().nonnegative() }),
  viewer: z.object({ username: z.string() }),
  owner: z.object({ username: z.string() }),
  /** Time in view of all its pages together. */
  ms: z.int().nonnegative(),
});
export type FileView = z.infer<typeof fileView>;

export const listViewsOfOwnFiles = {
  method: 'GET',
  path: '/api/file-views/owner',
  summary: "Others' views of the caller's files, newest first",
  caller: 'user',
  query: z.strictObject(pageQuery),
  result: z.array(fileView),
} as const satisfies Endpoint;

export const listOwnViews = {
  method: 'GET',
  path: '/api/file-views/viewer',
  summary: "The caller's views of others' files, newest first",
  caller: 'user',
  query: z.strictObject(pageQuery),
  result: z.array(fileView),
} as const satisfies Endpoint;
