import { z } from 'zod';
import { answerQuestion } from '#server/modules/search/answer-question.ts';
import { generateAnswer } from '#server/modules/search/generate-answer.ts';
import { askForAnswer } from '#shared/contracts/answers.ts';
import { id } from '#shared/contracts/fields/base-fields.ts';
import { question, type SearchResult, search } from '#shared/contracts/search.ts';
import { answerJson, defineTool } from '../tool.ts';

const MAX_RESULTS = 20;

const input = z.object({
  query: question,
  folderId: id.optional().describe('Search only in this folder and what is in it'),
  limit: z.int().min(1).max(MAX_RESULTS).default(8),
});

/** Selects the parts of a result that an agent needs: the answer, and where it is written. */
const presentFound = ({ answer, confidence, citations, relatedDocuments }: SearchResult) => ({
  answer,
  confidence,
  citations,
  relatedDocuments,
});

export const searchTool = defineTool({
  name: 'search',
  title: 'Search documents',
  description:
    'Finds the passages of the documents that you may see which fit the query. Citations quote the documents word for word; of files that may not be downloaded they are short.',
  input,
  endpoint: search,
  run: async ({ ctx }, query) => answerJson(presentFound((await answerQuestion(ctx, query)).result)),
});

export const askTool = defineTool({
  name: 'ask',
  title: 'Ask a question',
  description:
    'Answers a question from the documents that you may see, with citations that prove the answer. Where the operator has configured no language model, the answer is a sentence of a document.',
  input,
  endpoint: askForAnswer,
  async run({ ctx, signal }, query) {
    let result: SearchResult | undefined;
    // The request guard checks the rights again while the response is pending.
    const stream = { signal, requireWhileSending: () => {} };
    for await (const event of generateAnswer(ctx, query, stream)) if ('result' in event) ({ result } = event);
    return answerJson(result && presentFound(result));
  },
});
