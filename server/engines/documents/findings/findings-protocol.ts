import { z } from 'zod';
import { documentTypes } from '../blocks/document-text.ts';
import { hiddenFindingKinds, MAX_HIDDEN_VALUE_LENGTH, textFindingKinds } from './finding.ts';

/** First frame to the child. The bytes that follow are a document, or blocks of text as lines of JSON. */
export const findingsRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hidden'),
    id: z.string(),
    type: z.enum(documentTypes),
    maxInflated: z.number(),
  }),
  z.object({ kind: z.literal('text'), id: z.string() }),
]);
export type FindingsRequest = z.infer<typeof findingsRequest>;

const page = z.int().positive().optional();

/** Frames from the child: findings, then one that says how the request ended. */
export const findingsReply = z.union([
  z.strictObject({
    kind: z.enum(textFindingKinds),
    page,
    start: z.int().nonnegative(),
    end: z.int().positive(),
    value: z.string().min(1).max(1_000),
  }),
  z.strictObject({
    kind: z.enum(hiddenFindingKinds),
    page,
    value: z.string().max(MAX_HIDDEN_VALUE_LENGTH),
  }),
  z.strictObject({ id: z.string(), isComplete: z.boolean() }),
]);
