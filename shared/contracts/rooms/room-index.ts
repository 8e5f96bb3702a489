import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { booleanText, idParams, idText } from '../fields/base-fields.ts';

/** The maximum lines of an index that is exported or imported. */
export const MAX_INDEX_LINES = 100_000;

const INDEX_FORMATS = ['xlsx', 'csv', 'pdf', 'html'] as const;
export type IndexFormat = (typeof INDEX_FORMATS)[number];

export const exportIndex = {
  method: 'GET',
  path: '/api/rooms/:id/index',
  summary:
    'The index of a room as a file: all of it for its staff, or what the group `groupId` sees; for a group what it sees. Is itself recorded',
  caller: 'actor',
  tokenScope: 'read',
  hasSideEffects: true,
  availableInViewAs: true,
  params: idParams,
  query: z.strictObject({ format: z.enum(INDEX_FORMATS).default('xlsx'), groupId: idText.optional() }),
  result: 'bytes',
} as const satisfies Endpoint;

/** The maximum lines of each list of a preview; the counts are of all. */
export const MAX_LISTED_LINES = 1_000;

const lineOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.object({ line: z.int(), number: z.string(), ...shape })).max(MAX_LISTED_LINES);

const indexPreview = z.object({
  /** Identifies the changes; the same file changes something else once it differs. */
  version: z.string(),
  /** Counts all lines; the lists have at most 1,000 each. */
  counts: z.object({ created: z.int(), renamed: z.int(), moved: z.int(), problems: z.int() }),
  created: lineOf({ name: z.string(), kind: z.enum(['folder', 'placeholder']) }),
  renamed: lineOf({ from: z.string(), to: z.string() }),
  moved: lineOf({ name: z.string(), from: z.string() }),
  problems: z.array(z.object({ line: z.int(), reason: z.string() })).max(MAX_LISTED_LINES),
});
export type IndexPreview = z.infer<typeof indexPreview>;

export const importIndex = {
  method: 'POST',
  path: '/api/rooms/:id/index',
  summary:
    'Compare an XLSX or CSV `file` with numbers and names, as multipart form data, with the index of a room, and with `apply` create its folders and placeholders, rename and move: all or nothing, 409 if a line has a problem. For its staff',
  caller: 'user',
  params: idParams,
  multipart: z.strictObject({
    apply: booleanText.default(false),
    /** The version of the preview; 409 if the room has changed since so that other changes would be applied. */
    version: z.string().max(100).optional(),
  }),
  result: indexPreview,
} as const satisfies Endpoint;
