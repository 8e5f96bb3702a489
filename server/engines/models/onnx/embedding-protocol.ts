import { z } from 'zod';

export const embeddingRequest = z.strictObject({
  directory: z.string(),
  purpose: z.enum(['question', 'passages']),
  texts: z.array(z.string()).min(1),
});
export type EmbeddingRequest = z.infer<typeof embeddingRequest>;

/** After `embedded` the vectors follow as one frame of 32-bit floats, in the order of the texts. */
export const embeddingReply = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('embedded'), model: z.string(), dimensions: z.int().min(1) }),
  /** For these texts alone. */
  z.strictObject({ status: z.literal('refused'), reason: z.string() }),
  /** The folder serves for nothing as it is. */
  z.strictObject({ status: z.literal('unusable'), reason: z.string() }),
]);
