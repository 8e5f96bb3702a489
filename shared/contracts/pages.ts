import { z } from 'zod';
import {
  MAX_MATCH_BOXES,
  MAX_PAGES,
  MAX_SHEETS,
  MAX_TEXT_MATCHES,
  PAGE_WIDTHS,
} from '../domain/page-limits.ts';
import type { Endpoint } from './endpoint.ts';
import { id, idParams, idText } from './fields/base-fields.ts';

/** Part of page URLs; valid for a few minutes, only in the session that requested it. */
const signature = z.string();

/** Asks for fewer bytes, for slow connections: a watermarked page is compressed more. */
export const compactQuery = z.literal('true').optional();

/** Without a valid signature the page is not found. */
export const signatureQuery = z.string().max(100).default('');

/** More than a screen shows at once. */
const MAX_THUMBNAILS = 100;

/** Page size in points, like a PDF; a viewer needs only the proportion. */
const pageSize = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  /** Height of the names of the columns at the top of a sheet's page, which a viewer keeps in view. */
  frozenHeight: z.int().positive().optional(),
});

const pageProblem = z.enum(['protected', 'damaged', 'empty', 'too-large', 'too-long', 'unsupported']);
export type PageProblem = z.infer<typeof pageProblem>;

/** How an Office document is laid out: as its program prints it, or from its text, while that takes long and where it fails. */
const pageLayout = z.enum(['pdf', 'text']);

export const filePages = z.object({
  /** The number of pages; only the first `MAX_PAGES` of a longer document are rendered. */
  count: z.int().nonnegative(),
  pages: z.array(pageSize).max(MAX_PAGES),
  /** The sheets of a spreadsheet with the first page of each. */
  sheets: z
    .array(z.object({ name: z.string(), page: z.int().positive() }))
    .max(MAX_SHEETS)
    .optional(),
  /** Present when sheets have more rows or columns than are drawn. */
  isCut: z.literal(true).optional(),
  /**
   * The layout, of an Office document that can have two. The signature gives the pages of this one; the next list may be of the
   * other.
   */
  layout: pageLayout.optional(),
  /** `true` if the pages carry the actor's name. */
  isWatermarked: z.boolean(),
  /** The reason why there are no pages; `null` when there are. */
  reason: pageProblem.nullable(),
  /** The reason as a sentence for users. */
  sentence: z.string().nullable(),
  signature,
  /** Milliseconds from now, since the clock of a browser may be wrong. */
  signedForMs: z.int().positive(),
});
export type FilePages = z.infer<typeof filePages>;

export const listPages = {
  method: 'GET',
  path: '/api/files/:id/pages',
  summary: 'The rendered pages of a file: number, sizes, or why there are none',
  caller: 'actor',
  params: idParams,
  result: filePages,
} as const satisfies Endpoint;

export const viewPage = {
  method: 'GET',
  path: '/api/files/:id/pages/:page',
  summary:
    'One page as a picture, by the signature that comes with the list of pages; marked with who asks and when, unless they may have the file itself',
  caller: 'actor',
  params: idParams.extend({ page: idText }),
  query: z.strictObject({
    /** Width in pixels. */
    width: z.enum(PAGE_WIDTHS).default('1200').transform(Number),
    compact: compactQuery,
    signature: signatureQuery,
  }),
  result: 'bytes',
} as const satisfies Endpoint;

const fraction = z.number().min(0).max(1);

const textMatch = z.object({
  page: id,
  /** In fractions of the page's width and height, from its upper left corner; about one box for each line. */
  boxes: z
    .array(z.object({ x: fraction, y: fraction, width: fraction, height: fraction }))
    .max(MAX_MATCH_BOXES),
});
export type TextMatch = z.infer<typeof textMatch>;

export const findInPages = {
  method: 'GET',
  path: '/api/files/:id/pages/matches',
  summary:
    'Where a text occurs on the rendered pages of a file, as boxes without any text; letters and digits are compared, not case, accents or spaces',
  caller: 'actor',
  params: idParams,
  query: z.strictObject({
    query: z.string().trim().min(1, 'Enter a text to find').max(300, 'Use at most 300 characters'),
    /** The first page to search. */
    from: idText.default(1),
    /** Only this page; if it does not contain the whole text, its longest run of at least five words counts. */
    page: idText.optional(),
    /** That of the list of pages in which the boxes are shown; without it, the one that is ready first. */
    layout: pageLayout.optional(),
  }),
  result: z.object({
    matches: z.array(textMatch).max(MAX_TEXT_MATCHES),
    /** Page to continue with as `from`, because a response has limits; `null` after the last page. */
    nextPage: id.nullable(),
  }),
} as const satisfies Endpoint;

export const viewThumbnail = {
  method: 'GET',
  path: '/api/files/:id/thumbnail',
  summary:
    "A file's first page as a small picture, too small to read when the file may not be downloaded; 204 of what has no pages",
  caller: 'actor',
  params: idParams,
  query: z.strictObject({ signature: signatureQuery }),
  result: 'bytes',
} as const satisfies Endpoint;

export const signThumbnails = {
  method: 'GET',
  path: '/api/files/thumbnails',
  summary:
    'Signatures for the thumbnails of these files, and the first pictures that are already drawn and carry no watermark; files not visible to the caller are omitted',
  caller: 'actor',
  query: z.strictObject({
    /** Ids separated by commas. */
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(idText).max(MAX_THUMBNAILS)),
  }),
  result: z
    .array(
      z.object({
        fileId: id,
        signature,
        /** A JPEG in base64. Without it, the thumbnail is fetched by its signature. */
        image: z.string().optional(),
      }),
    )
    .max(MAX_THUMBNAILS),
} as const satisfies Endpoint;
