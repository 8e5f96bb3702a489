import { z } from 'zod';
import { MAX_PAGE_TEXT_LENGTH, recognitionProblems } from '../page-recognition.ts';

/** The first frame to the child; the bytes of the language data or image follow. */
export const ocrRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('language'), code: z.string() }),
  z.strictObject({ kind: z.literal('page'), id: z.string(), languages: z.array(z.string()).min(1) }),
]);
export type OcrRequest = z.infer<typeof ocrRequest>;

/** Sent by the child, which a malicious image may control: nothing in it is trusted. */
export const languageReply = z.strictObject({ isUsable: z.boolean() });

export const pageReply = z.strictObject({
  /** The id of the request: what an earlier page left in the pipe is not taken for the answer to this one. */
  id: z.string(),
  page: z.union([
    z.strictObject({ problem: z.enum(recognitionProblems) }),
    z.strictObject({
      text: z.string().max(MAX_PAGE_TEXT_LENGTH + 1_000),
      confidence: z.number().min(0).max(100),
      words: z.int().nonnegative(),
    }),
  ]),
});
