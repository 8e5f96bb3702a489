import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id } from './fields/base-fields.ts';
import { citation, question, searchFilters, searchMethod, searchResult } from './search.ts';

/** The reason why an answer is verbatim from the documents instead of written by a language model. */
const unansweredReason = z.enum([
  /** The caller already awaits too many answers of the model, which was not called. */
  'busy',
  /** The caller, or the visitors of their link together, used up the answers of the model for a day. */
  'limited',
  /** The model could not be reached, took too long or broke off. */
  'unavailable',
  /** The model says that the passages do not answer the question. */
  'no-answer',
  /** No quote of the model occurs in the passages. */
  'unproven',
]);

const answerEvent = z.discriminatedUnion('type', [
  /** First, and the only event when no model is called: the same as `GET /api/search` returns. */
  z.object({ type: z.literal('found'), result: searchResult }),
  /**
   * Passages are being sent to a model, whose host is shown only to users. Each quote is a whole passage, or
   * the part that results show where the file may not be downloaded.
   */
  z.object({
    type: z.literal('asked'),
    model: z.string(),
    host: z.string().nullable(),
    passages: z.array(citation),
  }),
  /** More of the answer as the model writes it, not yet verified. */
  z.object({ type: z.literal('text'), text: z.string() }),
  /** Last: the model's answer, with its supporting quotes as citations, each found in its document. */
  z.object({ type: z.literal('answered'), result: searchResult }),
  /** Last: the search result is the answer. */
  z.object({ type: z.literal('unanswered'), reason: unansweredReason }),
]);
export type AnswerEvent = z.infer<typeof answerEvent>;

export const askForAnswer = {
  method: 'POST',
  path: '/api/search/answer',
  availableInViewAs: true,
  summary:
    'As `GET /api/search`, and then have the operator’s language model, if there is one, answer from the passages found',
  caller: 'actor',
  tokenScope: 'read',
  body: z.strictObject({
    query: question,
    method: searchMethod.optional(),
    folderId: id.optional(),
    ...searchFilters,
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
