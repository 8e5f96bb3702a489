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
}

export type RankingMethod = 'vector' | 'keyword' | 'hybrid';

// Learnt once on the development collections that bench/search-index.ts reads, for all of a language together, in
// steps of .05 or more. Words of other languages than English are not stemmed well enough for their neighbours to tell much.
const english: Record<RankingMethod, RankingWeights> = {
  keyword: { keyword: 0.8, pairs: 0.2, letters: 0, nearness: 0 },
  vector: { keyword: 0, pairs: 0, letters: 0.5, nearness: 0.5 },
  hybrid: { keyword: 0.35, pairs: 0.1, letters: 0.3, nearness: 0.25 },
};
const others: Record<RankingMethod, RankingWeights> = {
  keyword: { keyword: 1, pairs: 0, letters: 0, nearness: 0 },
  vector: { keyword: 0, pairs: 0, letters: 0.9, nearness: 0.1 },
  hybrid: { keyword: 0.3, pairs: 0.1, letters: 0.6, nearness: 0 },
};

export const rankingWeights = (method: RankingMethod, isEnglish: boolean): RankingWeights =>
  (isEnglish ? english : others)[method];
