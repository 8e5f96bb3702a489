import { z } from 'zod';
import { drawingProblems } from '../rendering/renderable-document.ts';

/** To the child, before the bytes to mark. */
export interface MarkingRequest {
  readonly kind: 'image' | 'pdf';
  readonly text: string;
}

/** From the child, before the marked bytes. */
export const markingReply = z.union([
  z.strictObject({ problem: z.enum(drawingProblems) }),
  z.strictObject({ size: z.int().positive() }),
]);
