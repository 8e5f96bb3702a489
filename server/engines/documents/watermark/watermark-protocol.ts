import { z } from 'zod';
import { renderingProblems } from '../rendering/renderable-document.ts';

/** To the child, before the bytes to mark. */
export interface WatermarkRequest {
  readonly kind: 'image' | 'pdf';
  readonly text: string;
}

/** From the child, before the marked bytes. */
export const watermarkReply = z.union([
  z.strictObject({ problem: z.enum(renderingProblems) }),
  z.strictObject({ size: z.int().positive() }),
]);
