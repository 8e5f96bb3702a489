import { z } from 'zod';
import { SCORE_COMPONENT_NAMES } from '../../../domain/rooms/interest-score.ts';
import type { Endpoint } from '../../endpoint.ts';
import { filterQuery, id, idParams, idText, instant, pageQuery } from '../../fields/base-fields.ts';

const count = z.int().nonnegative();
const ms = z.int().nonnegative();

const date = z.iso.date('Must be a date such as 2026-11-20');

/** Days of the room's time zone, both included; by default the last 90. */
export const range = { from: date.optional(), to: date.optional() };

export const analyticsSums = {
  people: count,
  visits: count,
  views: count,
  pages: count,
  ms,
  /** Time in view for each person; `null` for fewer than three. */
  averageMs: ms.nullable(),
  downloads: count,
  questions: count,
  unansweredSearches: count,
  /** Views of clients that opened more than 60 files within a minute, which the other figures leave out. */
  automatedViews: count,
};

export const analyticsRow = z.object({
  key: z.string(),
  kind: z.enum(['group', 'person', 'link', 'file', 'day', 'others']),
  /** The group, file or link. */
  id: id.nullable(),
  name: z.string(),
  /** The member of a group that has a timeline. */
  memberId: id.nullable(),
  ...analyticsSums,
  /** The score of a group from 0 to 100. */
  score: z.number().nullable(),
  /**
   * The same figures over as many days before; with `compare=previous`. `null` where these days are before the room. Scores are
   * by the access of this moment.
   */
  previous: z
    .object({ ...analyticsSums, score: z.number().nullable() })
    .nullable()
    .optional(),
});
export type AnalyticsRow = z.infer<typeof analyticsRow>;

export const listAnalytics = {
  method: 'GET',
  path: '/api/rooms/:id/analytics',
  summary:
    'Views, time, downloads and questions in a room by group, person, document or day, with `compare=previous` beside those of as many days before; for its managers. Staff and administrators do not count',
  caller: 'user',
  params: idParams,
  query: z.strictObject({
    by: z.enum(['group', 'person', 'file', 'day']).default('group'),
    groupId: idText.optional(),
    compare: z.literal('previous').optional(),
    ...range,
    ...pageQuery,
    ...filterQuery,
  }),
  result: z.array(analyticsRow),
} as const satisfies Endpoint;

const component = z.object({
  name: z.enum(SCORE_COMPONENT_NAMES),
  /** From 0 to 1. */
  value: z.number(),
  weight: z.number(),
});

export const getScore = {
  method: 'GET',
  path: '/api/rooms/:id/analytics/score',
  summary: 'The interest score of a group with its components and weights; for managers of the room',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ groupId: idText, ...range }),
  result: z.object({ score: z.number().nullable(), components: z.array(component) }),
} as const satisfies Endpoint;

const timelineKind = z.enum(['view', 'download', 'question']);

const timelineEntry = z.object({
  /** Its place in the list, from 1; entries that were added since the first page do not count. */
  id,
  kind: timelineKind,
  at: instant,
  file: z.object({ id, name: z.string() }).nullable(),
  /** Time in view. */
  ms: ms.nullable(),
  version: z.int().nullable(),
  /** For a question. */
  isAnswered: z.boolean().nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** The last entry of a page: its place in the list, its instant, its kind, and its id among those of its kind. */
const timelineCursor = z
  .string()
  .regex(/^[1-9]\d{0,14}-\d{1,15}-(view|download|question)-[1-9]\d{0,14}$/, 'Must come from the Link header')
  .transform((text) => {
    const [id, at, kind, place] = text.split('-');
    return { id: Number(id), at: Number(at), kind: timelineKind.parse(kind), place: Number(place) };
  });
export type TimelineCursor = z.infer<typeof timelineCursor>;

export const listTimeline = {
  method: 'GET',
  path: '/api/rooms/:id/analytics/people/:memberId',
  summary:
    'What a member of a group did in a room, newest first; for its managers. 403 while persons are hidden',
  caller: 'user',
  params: idParams.extend({ memberId: idText }),
  query: z.strictObject({ limit: pageQuery.limit, cursor: timelineCursor.optional() }),
  result: z.array(timelineEntry),
} as const satisfies Endpoint;

const heatColumn = z.object({
  /** `null` for those who are in no group. */
  groupId: id.nullable(),
  name: z.string(),
});

const heatCell = z.object({ groupId: id.nullable(), ms, viewers: count });

export const getRoomHeatmap = {
  method: 'GET',
  path: '/api/rooms/:id/heatmap',
  summary:
    'Time in view by folder and group, for the folders in the room or in one of its folders; for its managers',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ folderId: idText.optional(), ...range }),
  result: z.object({
    groups: z.array(heatColumn),
    /** `id` is `null` for further folders together, and for the documents outside these folders. */
    folders: z.array(z.object({ id: id.nullable(), name: z.string(), cells: z.array(heatCell) })),
  }),
} as const satisfies Endpoint;

export const getFileHeatmap = {
  method: 'GET',
  path: '/api/files/:id/heatmap',
  summary:
    'Time in view by page and group, in at most 200 ranges of pages; for managers of the room of the file',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ by: z.literal('group').default('group'), ...range }),
  result: z.object({
    groups: z.array(heatColumn),
    pages: z.array(z.object({ from: z.int(), to: z.int(), cells: z.array(heatCell) })),
  }),
} as const satisfies Endpoint;

const unreadEntry = z.object({
  id,
  name: z.string(),
  folderId: id,
  folderName: z.string(),
  state: z.enum(['not-opened', 'earlier-version']),
  /** When the current version was uploaded. */
  modifiedAt: instant,
});
export type UnreadEntry = z.infer<typeof unreadEntry>;

export const listUnread = {
  method: 'GET',
  path: '/api/rooms/:id/unread',
  summary:
    'The documents that a group may open now and has not, or not in the current version; without a group, those nobody opened. For managers of the room',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ groupId: idText.optional(), ...pageQuery, ...filterQuery }),
  result: z.array(unreadEntry),
} as const satisfies Endpoint;

export const REPORT_FORMATS = ['pdf', 'xlsx', 'csv'] as const;

export const exportAnalytics = {
  method: 'GET',
  path: '/api/rooms/:id/analytics/report',
  summary:
    'The analytics of a room as PDF, XLSX or CSV, with `compare=previous` beside the figures of as many days before; for its managers; is itself recorded',
  caller: 'user',
  tokenScope: 'read',
  hasSideEffects: true,
  params: idParams,
  query: z.strictObject({
    format: z.enum(REPORT_FORMATS),
    compare: z.literal('previous').optional(),
    ...range,
  }),
  result: 'bytes',
} as const satisfies Endpoint;
