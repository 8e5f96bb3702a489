import { isEnglish } from '../analysis/detect-language.ts';

/** How much each way of looking at a passage counts; of each method and language they add up to 1. */
export interface RankingWeights {
  /** BM25F of the passage in the context of its document. */
  keyword: number;
  /** Words that stand side by side in the question and in the text. */
  pairs: number;
  /** Runs of letters shared: inflection, compounds, slips. */
  letters: number;
  /** Nearness to what the best passages speak of. */
  nearness: number;
  /** A name, year or code of the question that the document is called by. */
  names: number;
  /** Numbers, where an amount is asked for. */
  figures: number;
}

export type RankingMethod = 'vector' | 'keyword' | 'hybrid';

// Learnt once on the development collections that bench/search/search-quality.ts reads, for all of a language together. In other
// languages than English runs of letters tell more than neighbours.
const english: Record<RankingMethod, RankingWeights> = {
  keyword: { keyword: 0.6, pairs: 0.15, letters: 0, nearness: 0, names: 0.2, figures: 0.05 },
  vector: { keyword: 0, pairs: 0, letters: 0.35, nearness: 0.35, names: 0.25, figures: 0.05 },
  hybrid: { keyword: 0.24, pairs: 0.07, letters: 0.21, nearness: 0.17, names: 0.24, figures: 0.07 },
};
const others: Record<RankingMethod, RankingWeights> = {
  keyword: { keyword: 0.9, pairs: 0, letters: 0, nearness: 0, names: 0.1, figures: 0 },
  vector: { keyword: 0, pairs: 0, letters: 0.8, nearness: 0.1, names: 0.1, figures: 0 },
  hybrid: { keyword: 0.27, pairs: 0.09, letters: 0.54, nearness: 0, names: 0.1, figures: 0 },
};
// Conjunctions, prepositions, the article and owners are written as one with the word: runs of letters tell it from them.
const arabic: Record<RankingMethod, RankingWeights> = {
  ...others,
  hybrid: { keyword: 0.2, pairs: 0.1, letters: 0.6, nearness: 0, names: 0.1, figures: 0 },
};

export function rankingWeights(method: RankingMethod, question: string): RankingWeights {
  if (isEnglish(question)) return english[method];
  return (/\p{Script=Arabic}/u.test(question) ? arabic : others)[method];
}

/** How much a model's vectors count beside all of that; a compromise, since none could be measured. Who has one can (docs/search.md). */
export const meaningWeights: Record<RankingMethod, number> = { keyword: 0, vector: 0.9, hybrid: 0.5 };
