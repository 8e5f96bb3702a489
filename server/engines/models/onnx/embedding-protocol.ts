import { z } from 'zod';

export const embeddingRequest = z.strictObject({
  directory: z.string(),
  purpose: z.enum(['question', 'passages']),
  texts: z.array(z.string()).min(1),
});
export type EmbeddingRequest = z.infer<typeof embeddingRequest>;

/** Reply of the child. `embedded` is followed by one frame of 32-bit floats, in the order of the texts. */
export const embeddingReply = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('embedded'), model: z.string(), dimensions: z.int().min(1) }),
  /** The model failed on these texts. */
  z.strictObject({ status: z.literal('rejected'), reason: z.string() }),
  /** The directory cannot be used at all. */
  z.strictObject({ status: z.literal('unusable'), reason: z.string() }),
]);
