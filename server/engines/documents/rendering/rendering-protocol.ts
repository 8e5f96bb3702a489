import { z } from 'zod';
import { renderingProblems } from './renderable-document.ts';

/** Sent to the child: first `open` with the document's bytes, then pages of it. */
export type RenderingRequest =
  /** `open` is an extension, or 'upright-jpeg'; for any other type the content decides whether it is an image. */
  | { readonly open: string; readonly maxPages: number; readonly timeoutMs: number }
  /** Pages count from 1; `width` is in pixels. */
  | { readonly page: number; readonly width: number; readonly timeoutMs: number };

const problem = z.strictObject({ problem: z.enum(renderingProblems) });
const size = z.strictObject({ width: z.int().positive(), height: z.int().positive() });

/** Sent by the child, which a malicious document may control: nothing in it is trusted. */
export const pageListReply = z.union([
  problem,
  z.strictObject({ count: z.int().positive(), pages: z.array(size).min(1).max(100_000) }),
]);

/** The bytes of the page image follow. */
export const pageImageReply = z.union([problem, z.strictObject({ isRendered: z.literal(true) })]);

/** Sent to the child, before the bytes to watermark. */
export interface WatermarkRequest {
  readonly kind: 'image' | 'pdf';
  readonly text: string;
}

/** Sent by the child, before the watermarked bytes. */
export const watermarkReply = z.union([problem, z.strictObject({ size: z.int().positive() })]);
