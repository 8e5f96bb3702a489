import { expect, test } from 'vitest';
import { parseKeywordQuery } from '../retrieval/parse-keyword-query.ts';
import { CandidateView } from './candidate-index.ts';
import { countTerms } from './count-terms.ts';
import type { SearchAnswer } from './server-answers.ts';
import { weighTerms } from './weigh-terms.ts';

/** Answers for an index to which passages and documents are added before each request. */
function createGrowingServer(sizes: readonly number[]) {
  let requests = 0;
  return async (bodies: readonly object[]): Promise<SearchAnswer[]> => {
    const size = sizes[requests] ?? 0;
    requests += 1;
    const sum = { value: size };
    return bodies.map(() => ({
      timed_out: false,
      hits: { hits: [], total: { value: size } },
      aggregations: {
        passages: { doc_count: size, body: sum, headings: sum },
        documents: { doc_count: size, content: sum, title: sum, opening: sum, path: sum },
      },
    }));
  };
}

test.for<[string, number, number]>([
  ['the first document', 0, 1],
  ['further documents', 3, 5],
])('no weight is negative when %s is indexed between the requests', async ([, before, after]) => {
  const text = 'agreement heron';
  const counts = await countTerms(createGrowingServer([before, after, after]), [], text);
  expect([counts.passages, counts.documents]).toEqual([after, after]);
  const words = counts.createVocabulary();
  const view = new CandidateView(words, counts);
  const { terms } = weighTerms(parseKeywordQuery(text, view, []).terms, view, words, counts);
  expect(terms).toHaveLength(2);
  for (const { passage, whole, context } of terms)
    expect(Math.min(passage, whole, context)).toBeGreaterThan(0);
});
