import { z } from 'zod';
import { documentTypes } from '../blocks/document-text.ts';

/** First frame to the child; the document's bytes follow in frames of their own, then an empty one. */
export const extractionRequest = z.object({
  /** Said back in the reply, so that what an earlier document left in the pipe is not taken for this one's. */
  id: z.string(),
  type: z.enum(documentTypes),
  maxInflated: z.number(),
  maxText: z.number(),
  timeoutMs: z.int().positive(),
});
export type ExtractionRequest = z.infer<typeof extractionRequest>;
