import { z } from 'zod';
import {
  MAX_PAGES_PER_BATCH,
  MAX_TIMED_PAGE,
  MAX_VIEW_TIME_PER_BATCH_MS,
} from '#shared/domain/view-time-limits.ts';
import type { Endpoint } from './endpoint.ts';
import { filterQuery, id, idParams, instant, pageQuery } from './fields/base-fields.ts';
import { personNames } from './fields/person-fields.ts';

const ms = z.int().nonnegative();
const viewer = z.object({ username: z.string(), ...personNames });

const pageTime = z.strictObject({
  page: z.int().min(1).max(MAX_TIMED_PAGE),
  ms: z.int().min(1).max(MAX_VIEW_TIME_PER_BATCH_MS),
});
export type PageTime = z.infer<typeof pageTime>;

export const recordViewTime = {
  method: 'POST',
  path: '/api/files/:id/views',
  availableInViewAs: true,
  summary:
    'Reports that a file is open and how long its pages were in view since the last batch; capped at the elapsed time',
  caller: 'actor',
  params: idParams,
  body: z.strictObject({
    /** A number that no other batch of this view has: a repeated batch counts once. */
    batch: z.int().positive(),
    pages: z
      .array(pageTime)
      .max(MAX_PAGES_PER_BATCH)
      .refine((pages) => new Set(pages.map(({ page }) => page)).size === pages.length, 'Each page once'),
  }),
  /** Nothing is recorded about owners who view their own files, so no further batches are needed. */
  result: z.object({ recorded: z.boolean() }),
} as const satisfies Endpoint;

const timedView = z.object({
  id,
  viewedAt: instant,
  viewer,
  /** The time of all its pages together. */
  ms,
  pageCount: z.int().nonnegative(),
  /** The pages that were in view longest, longest first; limited in number. */
  pages: z.array(z.object({ page: z.int().positive(), ms })),
  /** The version that was viewed; absent for the first. */
  version: z.int().positive().optional(),
});
export type TimedView = z.infer<typeof timedView>;

export const listFileViews = {
  method: 'GET',
  path: '/api/files/:id/views',
  availableInViewAs: true,
  summary: "Others' views of a file, newest first: who, when, which pages, how long",
  caller: 'user',
  params: idParams,
  query: z.strictObject({ ...pageQuery, ...filterQuery }),
  result: z.array(timedView),
} as const satisfies Endpoint;

const fileViewer = z.object({
  /** The id of the newest view. */
  id,
  viewer,
  views: z.int().positive(),
  lastViewedAt: instant,
  ms,
  pageCount: z.int().nonnegative(),
});
export type FileViewer = z.infer<typeof fileViewer>;

export const listFileViewers = {
  method: 'GET',
  path: '/api/files/:id/viewers',
  summary: 'The viewers of a file with their total views, most recent first',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ ...pageQuery, ...filterQuery }),
  result: z.array(fileViewer),
} as const satisfies Endpoint;

const viewsSummary = z.object({
  file: z.object({ name: z.string() }),
  views: z.int().nonnegative(),
  viewers: z.int().nonnegative(),
  ms,
  /**
   * From the first to the last page that was seen; a long document groups several pages, so that there are few
   * entries.
   */
  pages: z.array(
    z.object({ from: z.int().positive(), to: z.int().positive(), ms, viewers: z.int().nonnegative() }),
  ),
});
export type ViewsSummary = z.infer<typeof viewsSummary>;

export const summarizeFileViews = {
  method: 'GET',
  path: '/api/files/:id/views/summary',
  summary: 'How long each page of a file was in view, totalled over all viewers',
  caller: 'user',
  params: idParams,
  result: viewsSummary,
} as const satisfies Endpoint;

export const exportFileViews = {
  method: 'GET',
  path: '/api/files/:id/views/export',
  summary: 'All views of a file as CSV, a row for each page of each view; is itself recorded',
  caller: 'user',
  tokenScope: 'read',
  hasSideEffects: true,
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;
