import { z } from 'zod';
import { PAGE_WIDTHS } from '../../domain/page-limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { idParams, idText } from '../fields/base-fields.ts';
import { signatureQuery } from '../pages.ts';

const page = z.int().positive().nullable();
/** UTF-16 offset in the whole text of a version, as in citations. */
const offset = z.int().nonnegative();

const piece = z.object({
  start: offset,
  /** Page or slide, where the file has them. */
  page,
  /** The cells of a row of a sheet, such as `Prices!A2:F2`. */
  cells: z.string().nullable(),
  /** `heading`, `paragraph`, `table` … */
  kind: z.string(),
  text: z.string(),
});
export type ComparedPiece = z.infer<typeof piece>;

const row = z.object({ a: z.array(piece), b: z.array(piece) });
export type ComparedRow = z.infer<typeof row>;

const place = z.object({ page, start: offset, end: offset });

const hunk = z.object({
  kind: z.enum(['insert', 'delete', 'move', 'replace']),
  /** `null` for an insertion. */
  a: place.nullable(),
  /** `null` for a deletion. */
  b: place.nullable(),
});
export type ComparisonHunk = z.infer<typeof hunk>;

const fromText = z.string().regex(/^\d{1,9}-\d{1,9}$/, 'Must be the start of a part');

const comparison = z.object({
  /** The changes in the order of the second version. */
  hunks: z.array(hunk),
  /** Both texts side by side: what belongs together is in one row. Empty for callers who may not download the file. */
  rows: z.array(row),
  isTextShown: z.boolean(),
  /** A part has at most 500 pages of each version: the last page compared, and `from` of the next part. */
  truncated: z.object({ page, from: fromText }).nullable(),
});
export type Comparison = z.infer<typeof comparison>;

export const compareVersions = {
  method: 'GET',
  path: '/api/files/:id/compare',
  summary:
    'What changed between two versions of a file, by their texts; needs access to both, 415 for a version without readable text',
  caller: 'actor',
  params: idParams,
  query: z.strictObject({
    a: idText,
    b: idText,
    /** `truncated.from` of the part before. */
    from: fromText.default('0-0').transform((text) => {
      const [a = 0, b = 0] = text.split('-').map(Number);
      return { a, b };
    }),
  }),
  result: comparison,
} as const satisfies Endpoint;

export const viewComparedPage = {
  method: 'GET',
  path: '/api/files/:id/compare/pages/:page',
  summary:
    'One page of a version as a picture, with boxes around what differs on this page of the other; by the signature that comes with the pages of `b`',
  caller: 'actor',
  params: idParams.extend({ page: idText }),
  query: z.strictObject({
    a: idText,
    b: idText,
    /** The version that the picture shows. */
    side: z.enum(['a', 'b']).default('b'),
    /** Width in pixels. */
    width: z.enum(PAGE_WIDTHS).default('1200').transform(Number),
    signature: signatureQuery,
  }),
  result: 'bytes',
} as const satisfies Endpoint;

export const downloadComparison = {
  method: 'GET',
  path: '/api/files/:id/compare/pdf',
  summary:
    'The changes of the text between two versions as a PDF with the name of the caller; for those who may read the text of both',
  caller: 'actor',
  params: idParams,
  query: z.strictObject({ a: idText, b: idText }),
  result: 'bytes',
} as const satisfies Endpoint;
