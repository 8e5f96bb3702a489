import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id } from './fields/base-fields.ts';
import { citation, question, searchMethod, searchResult } from './search.ts';

/** Why a language model has no part in the answer, which is then what the documents say word for word. */
const unansweredReason = z.enum([
  /** The asker waits for too many of its answers already; it was shown nothing. */
  'busy',
  /** It could not be reached, took too long or broke off. */
  'unavailable',
  /** It says that the passages don't answer the question. */
  'no-answer',
  /** Nothing that it quoted stands in the passages. */
  'unproven',
]);

const answerEvent = z.discriminatedUnion('type', [
  /** First, and all there is when no model is asked: the same as `GET /api/search` answers. */
  z.object({ type: z.literal('found'), result: searchResult }),
  /** A model is being shown these passages; its host is told to users alone. Each quote is a whole passage, or the
   * part that results show where the file may not be downloaded. */
  z.object({
    type: z.literal('asked'),
    model: z.string(),
    host: z.string().nullable(),
    passages: z.array(citation),
  }),
  /** More of the answer as the model writes it: proved by nothing yet. */
  z.object({ type: z.literal('text'), text: z.string() }),
  /** Last: the model's answer, with the quotes that prove it as citations, each found in its document. */
  z.object({ type: z.literal('answered'), result: searchResult }),
  /** Last: what was found stands as the answer. */
  z.object({ type: z.literal('unanswered'), reason: unansweredReason }),
]);
export type AnswerEvent = z.infer<typeof answerEvent>;

export const askForAnswer = {
  method: 'POST',
  path: '/api/search/answer',
  summary:
    'As `GET /api/search`, and then have the operator’s language model, if there is one, answer from the passages found',
  caller: 'actor',
  body: z.strictObject({
    query: question,
    method: searchMethod.optional(),
    folderId: id.optional(),
    limit: z.int().min(1).max(100).default(10),
  }),
  result: 'bytes',
  events: answerEvent,
} as const satisfies Endpoint;

export const getAnswerModel = {
  method: 'GET',
  path: '/api/admin/answer-model',
  summary:
    'Which language model answers, and where; null when answers are what the documents say, word for word',
  caller: 'administrator',
  result: z.object({ model: z.string(), host: z.string() }).nullable(),
} as const satisfies Endpoint;
