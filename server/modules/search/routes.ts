import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { serveEvents } from '#server/http/serve-events.ts';
import { askForAnswer, getAnswerModel } from '#shared/contracts/answers.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { search, searchSuggestions } from '#shared/contracts/search.ts';
import { answerQuestion } from './answer-question.ts';
import { generateAnswer, showAnswerModel } from './generate-answer.ts';
import { reindex } from './reindex.ts';
import { suggestNames } from './suggest-names.ts';

export function searchRoutes(app: FastifyInstance): void {
  serve(app, search, async (ctx, { query }) => {
    if (query.reindex === true) return { ...SUCCESS, documents: await reindex(ctx) };
    return (await answerQuestion(ctx, query)).result;
  });
  serveEvents(app, askForAnswer, (ctx, { body }, stream) => generateAnswer(ctx, body, stream));
  serve(app, getAnswerModel, async (ctx) => showAnswerModel(ctx));
  serve(app, searchSuggestions, (ctx, { query }) => suggestNames(ctx, query.query));
}
