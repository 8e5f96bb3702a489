import { z } from 'zod';
import { renderingProblems } from './renderable-document.ts';

/** To the child: first `open` with the document's bytes, then pages of it. */
export type RenderingRequest =
  | { readonly open: string; readonly maxPages: number; readonly timeoutMs: number }
  /** Pages count from 1; `width` is in pixels. */
  | { readonly page: number; readonly width: number; readonly timeoutMs: number };

const problem = z.strictObject({ problem: z.enum(renderingProblems) });
const size = z.strictObject({ width: z.int().positive(), height: z.int().positive() });

/** From the child, which a document may have turned: nothing of it is trusted. */
export const pageListReply = z.union([
  problem,
  z.strictObject({ count: z.int().positive(), pages: z.array(size).min(1).max(100_000) }),
]);

/** The page's picture follows as bytes. */
export const pageImageReply = z.union([problem, z.strictObject({ isRendered: z.literal(true) })]);
