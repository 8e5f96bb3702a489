import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { DONE } from '#shared/contracts/fields.ts';
import { search, searchSuggestions } from '#shared/contracts/search.ts';
import { answerQuestion } from './answer-question.ts';
import { reindex } from './reindex.ts';
import { suggestNames } from './suggest-names.ts';

export function searchRoutes(app: FastifyInstance): void {
  serve(app, search, async (ctx, { query }) => {
    if (query.reindex === true) return { ...DONE, documents: await reindex(ctx) };
    return answerQuestion(ctx, query);
  });
  serve(app, searchSuggestions, (ctx, { query }) => suggestNames(ctx, query.query));
}
