import { isEnglish } from '../analysis/detect-language.ts';

/** How much each way of looking at a passage counts; of each method and language they add up to 1. */
export interface RankingWeights {
  /** BM25F of the passage in the context of its document. */
  keyword: number;
  /** Words that stand side by side in the question and in the text. */
  wordProximity: number;
  /** Runs of letters shared: inflection, compounds, slips. */
  letterNgrams: number;
  /** Nearness to what the best passages speak of. */
  relevanceFeedback: number;
  /** A name, year or code of the question that the document is called by. */
  documentNames: number;
  /** Numbers, where an amount is asked for. */
  numericDensity: number;
}

export type RankingMethod = 'vector' | 'keyword' | 'hybrid';

// Learnt once on the development collections that bench/search/search-quality.ts reads, for all of a language together. In other
// languages than English runs of letters tell more than neighbours.
const ENGLISH: Record<RankingMethod, RankingWeights> = {
  keyword: {
    keyword: 0.6,
    wordProximity: 0.15,
    letterNgrams: 0,
    relevanceFeedback: 0,
    documentNames: 0.2,
    numericDensity: 0.05,
  },
  vector: {
    keyword: 0,
    wordProximity: 0,
    letterNgrams: 0.35,
    relevanceFeedback: 0.35,
    documentNames: 0.25,
    numericDensity: 0.05,
  },
  hybrid: {
    keyword: 0.24,
    wordProximity: 0.07,
    letterNgrams: 0.21,
    relevanceFeedback: 0.17,
    documentNames: 0.24,
    numericDensity: 0.07,
  },
};
const OTHER_LANGUAGES: Record<RankingMethod, RankingWeights> = {
  keyword: {
    keyword: 0.9,
    wordProximity: 0,
    letterNgrams: 0,
    relevanceFeedback: 0,
    documentNames: 0.1,
    numericDensity: 0,
  },
  vector: {
    keyword: 0,
    wordProximity: 0,
    letterNgrams: 0.8,
    relevanceFeedback: 0.1,
    documentNames: 0.1,
    numericDensity: 0,
  },
  hybrid: {
    keyword: 0.27,
    wordProximity: 0.09,
    letterNgrams: 0.54,
    relevanceFeedback: 0,
    documentNames: 0.1,
    numericDensity: 0,
  },
};
// Conjunctions, prepositions, the article and owners are written as one with the word: runs of letters tell it from them.
const ARABIC: Record<RankingMethod, RankingWeights> = {
  ...OTHER_LANGUAGES,
  hybrid: {
    keyword: 0.2,
    wordProximity: 0.1,
    letterNgrams: 0.6,
    relevanceFeedback: 0,
    documentNames: 0.1,
    numericDensity: 0,
  },
};

export function rankingWeights(method: RankingMethod, question: string): RankingWeights {
  if (isEnglish(question)) return ENGLISH[method];
  return (/\p{Script=Arabic}/u.test(question) ? ARABIC : OTHER_LANGUAGES)[method];
}

/** How much a model's vectors count beside all of that; a compromise, since none could be measured. Who has one can (docs/search.md). */
export const SEMANTIC_WEIGHTS: Record<RankingMethod, number> = { keyword: 0, vector: 0.9, hybrid: 0.5 };
