import type { FastifyInstance } from 'fastify';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import { serveEvents } from '#server/http/serve-events.ts';
import { askForAnswer, getAnswerModel } from '#shared/contracts/answers.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { exportSearchResults } from '#shared/contracts/search/export.ts';
import { getRoomSynonyms, setRoomSynonyms } from '#shared/contracts/search/synonyms.ts';
import { search, searchSuggestions } from '#shared/contracts/search.ts';
import { answerQuestion, authorizeQuestion } from './answer-question.ts';
import { exportResults } from './export-results.ts';
import { generateAnswer, showAnswerModel } from './generate-answer.ts';
import { reindex } from './reindex.ts';
import { suggestNames } from './suggest-names.ts';
import { readRoomSynonyms, updateRoomSynonyms } from './synonyms/room-synonyms.ts';

export function searchRoutes(app: FastifyInstance): void {
  serve(app, search, async (ctx, { query }) => {
    if (query.reindex === true) return { ...SUCCESS, documents: await reindex(ctx) };
    return (await answerQuestion(ctx, query)).result;
  });
  serveEvents(app, askForAnswer, (ctx, { body }, stream) => generateAnswer(ctx, body, stream));
  serve(app, getAnswerModel, async (ctx) => showAnswerModel(ctx));
  serve(app, exportSearchResults, async (ctx, { query }, { request, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8').header('cache-control', 'private, no-store');
    // A HEAD request exports nothing, so nothing is asked or recorded.
    if (request.method === 'HEAD') {
      await authorizeQuestion(ctx, query);
      return reply.send();
    }
    return reply
      .header('content-disposition', attachmentDisposition('Search results.csv'))
      .send(await exportResults(ctx, query));
  });
  serve(app, getRoomSynonyms, (ctx, { params }) => readRoomSynonyms(ctx, params.id));
  serve(app, setRoomSynonyms, (ctx, { params, body }) => updateRoomSynonyms(ctx, params.id, body));
  serve(app, searchSuggestions, (ctx, { query }) => suggestNames(ctx, query));
}
