import { z } from 'zod';
import { FILE_TYPES } from '#shared/domain/file-type.ts';
import type { Endpoint } from './endpoint.ts';
import { filterQuery, id, idParams, instant, pageQuery } from './fields/base-fields.ts';
import { personNames } from './fields/person-fields.ts';

/** A view of a file. A visitor's `username` is the e-mail address of their invitation. */
const fileView = z.object({
  id,
  fileId: id,
  viewedAt: instant,
  file: z.object({ name: z.string(), fileType: z.enum(FILE_TYPES), size: z.int().nonnegative() }),
  viewer: z.object({ username: z.string(), ...personNames }),
  owner: z.object({ username: z.string(), ...personNames }),
  /** Time in view of all its pages together. */
  ms: z.int().nonnegative(),
  /** The version that was viewed; absent for the first. */
  version: z.int().positive().optional(),
  /** The link of yours through which a visitor came. */
  through: z.object({ linkId: id, linkName: z.string() }).optional(),
});
export type FileView = z.infer<typeof fileView>;

export const listViewsOfOwnFiles = {
  method: 'GET',
  path: '/api/file-views/owner',
  summary: "Others' views of the caller's files, newest first",
  caller: 'user',
  query: z.strictObject({ ...pageQuery, ...filterQuery }),
  result: z.array(fileView),
} as const satisfies Endpoint;

export const listOwnViews = {
  method: 'GET',
  path: '/api/file-views/viewer',
  summary: "The caller's views of others' files, newest first",
  caller: 'user',
  query: z.strictObject({ ...pageQuery, ...filterQuery }),
  result: z.array(fileView),
} as const satisfies Endpoint;

const ms = z.int().nonnegative();
const count = z.int().nonnegative();

const folderActivity = z.object({
  /** The files in the folder and below it, and how many of them others opened. */
  files: count,
  openedFiles: count,
  viewers: count,
  views: count,
  ms,
  /** The days with views among the last 90, in order, in the time zone of the request. */
  days: z.array(z.object({ day: z.iso.date(), views: count, viewers: count, ms })),
});
export type FolderActivity = z.infer<typeof folderActivity>;

export const summarizeFolderActivity = {
  method: 'GET',
  path: '/api/folders/:id/activity',
  summary:
    "Others' views of the files in a folder and below it: totals and days; for its owner and administrators",
  caller: 'user',
  params: idParams,
  query: z.strictObject({
    /** The minutes by which the caller's clock is ahead of UTC, which decide where days begin. */
    utcOffset: z
      .string()
      .regex(/^-?\d{1,3}$/, 'Must be a whole number of minutes')
      .transform(Number)
      .refine((minutes) => Math.abs(minutes) <= 14 * 60, 'Must be at most 840 minutes')
      .default(0),
  }),
  result: folderActivity,
} as const satisfies Endpoint;

const folderViewer = z.object({
  /** The id of the newest view. */
  id,
  viewer: z.object({ username: z.string(), ...personNames }),
  openedFiles: count,
  views: count,
  ms,
  firstViewedAt: instant,
  lastViewedAt: instant,
  /** The file that was in view longest. */
  topFile: z.object({ id, name: z.string(), ms }).nullable(),
});
export type FolderViewer = z.infer<typeof folderViewer>;

export const listFolderViewers = {
  method: 'GET',
  path: '/api/folders/:id/activity/viewers',
  summary: 'Who viewed files in a folder and below it, most recent first; for its owner and administrators',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ ...pageQuery, ...filterQuery }),
  result: z.array(folderViewer),
} as const satisfies Endpoint;

const viewedFile = z.object({
  /** The id of the newest view. */
  id,
  file: z.object({ id, name: z.string() }),
  viewers: count,
  views: count,
  ms,
  lastViewedAt: instant,
  /** View time from the first to the last page that was seen, in at most 20 groups of pages. */
  heat: z.array(ms),
});
export type ViewedFile = z.infer<typeof viewedFile>;

export const listViewedFiles = {
  method: 'GET',
  path: '/api/folders/:id/activity/files',
  summary:
    'The files in a folder and below it that others viewed, most recent first, with the view time of their pages; for its owner and administrators',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ ...pageQuery, ...filterQuery }),
  result: z.array(viewedFile),
} as const satisfies Endpoint;

export const listFolderViews = {
  method: 'GET',
  path: '/api/folders/:id/activity/views',
  summary:
    "Others' views of the files in a folder and below it, newest first; for its owner and administrators",
  caller: 'user',
  params: idParams,
  query: z.strictObject({ ...pageQuery, ...filterQuery }),
  result: z.array(fileView),
} as const satisfies Endpoint;

export const exportFolderActivity = {
  method: 'GET',
  path: '/api/folders/:id/activity/export',
  summary:
    'Others’ views of the files in a folder and below it as CSV, a row for each view; is itself recorded',
  caller: 'user',
  tokenScope: 'read',
  hasSideEffects: true,
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;
