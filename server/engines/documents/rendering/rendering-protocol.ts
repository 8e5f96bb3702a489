import { z } from 'zod';
import { MAX_MATCH_BOXES, MAX_SHEETS, MAX_TEXT_MATCHES } from '#shared/domain/page-limits.ts';
import type { WatermarkText } from '../watermark/draw-watermark.ts';
import { renderingProblems } from './renderable-document.ts';

/** Sent to the child: first `open` with the document's bytes, then pages of it. */
export type RenderingRequest =
  /** `open` is an extension, or 'upright-jpeg'; for any other type the content decides whether it is an image. */
  | { readonly open: string; readonly maxPages: number; readonly timeoutMs: number }
  | (WantedPage & { readonly timeoutMs: number })
  | (TextSearch & { readonly timeoutMs: number });

/** A page to render; it counts from 1, and `width` is in pixels. */
export interface WantedPage {
  readonly page: number;
  readonly width: number;
  /** PNG: images only. Pixels: for a watermark, of a grey page that they suit better than a JPEG. */
  readonly as?: 'png' | 'pixels';
}

/** A search for a text on some pages. */
export interface TextSearch {
  readonly find: string;
  /** First and last page; pages count from 1. */
  readonly from: number;
  readonly to: number;
  /** Accepts the longest run of words on a page where the whole text does not occur. */
  readonly acceptsPart: boolean;
}

const problem = z.strictObject({ problem: z.enum(renderingProblems) });
const size = z.strictObject({
  width: z.int().positive(),
  height: z.int().positive(),
  frozenHeight: z.int().positive().optional(),
});
/** More sheets than a person opens one after another; the pages of the others follow without a name. */
const sheet = z.strictObject({ name: z.string().max(100), page: z.int().positive() });

/** Sent by the child, which a malicious document may control: nothing in it is trusted. */
export const pageListReply = z.union([
  problem,
  z.strictObject({
    count: z.int().positive(),
    pages: z.array(size).min(1).max(100_000),
    sheets: z.array(sheet).max(MAX_SHEETS).optional(),
    isCut: z.literal(true).optional(),
  }),
]);

/** The bytes of the page image follow. */
export const pageImageReply = z.union([problem, z.strictObject({ isRendered: z.literal(true) })]);

const fraction = z.number().min(0).max(1);
const textMatch = z.strictObject({
  page: z.int().positive(),
  boxes: z
    .array(z.strictObject({ x: fraction, y: fraction, width: fraction, height: fraction }))
    .min(1)
    .max(MAX_MATCH_BOXES),
});
export type TextMatch = z.infer<typeof textMatch>;

export const textMatchesReply = z.union([
  problem,
  z.strictObject({ matches: z.array(textMatch).max(MAX_TEXT_MATCHES) }),
]);

/**
 * Sent to the child, before the bytes to watermark, or the images of a page in two versions, of which the first ends at `split`.
 */
export type WatermarkRequest =
  | { readonly kind: 'pdf' | 'preview'; readonly text: WatermarkText }
  /** A compact image takes a third fewer bytes, for slow connections. */
  | { readonly kind: 'image'; readonly text: WatermarkText; readonly isCompact: boolean }
  | { readonly kind: 'changes'; readonly split: number; readonly side: 'a' | 'b' };

/** Sent by the child, before the watermarked bytes. */
export const watermarkReply = z.union([problem, z.strictObject({ size: z.int().positive() })]);
