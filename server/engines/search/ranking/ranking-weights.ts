import { isEnglish } from '../analysis/detect-language.ts';
import type { RankingMethod } from '../search-types.ts';
import { isStatement } from './is-statement.ts';

/** Weights of a passage's features; those of one method and language add up to 1. */
export interface RankingWeights {
  /** BM25F score of the passage and its document. */
  keyword: number;
  /** Words that are adjacent in the query and near each other in the text. */
  wordProximity: number;
  /** Shared letter n-grams, which match inflections, compounds and misspellings. */
  letterNgrams: number;
  /** Similarity to the best passages (Rocchio feedback). */
  relevanceFeedback: number;
  /** Names, years and codes of the query that identify the document. */
  documentNames: number;
  /** Share of numbers, when the query asks for an amount. */
  numericDensity: number;
  /** Similarity of meaning to a short document, unless the query asks for an amount. */
  meaning: number;
  /** Similarity of meaning of a statement to the closest part of a short document, likewise. */
  closestPart: number;
}

// Tuned once on the development collections of bench/search/search-quality.ts. In languages other than English, letter
// n-grams say more than word proximity.
const ENGLISH: Record<RankingMethod, RankingWeights> = {
  keyword: {
    keyword: 0.6,
    wordProximity: 0.15,
    letterNgrams: 0,
    relevanceFeedback: 0,
    documentNames: 0.2,
    numericDensity: 0.05,
    meaning: 0,
    closestPart: 0,
  },
  vector: {
    keyword: 0,
    wordProximity: 0,
    letterNgrams: 0.29,
    relevanceFeedback: 0.29,
    documentNames: 0.21,
    numericDensity: 0.04,
    meaning: 0.17,
    closestPart: 0,
  },
  hybrid: {
    keyword: 0.2,
    wordProximity: 0.058,
    letterNgrams: 0.175,
    relevanceFeedback: 0.142,
    documentNames: 0.2,
    numericDensity: 0.058,
    meaning: 0.167,
    closestPart: 0,
  },
};
// A statement tells what the passage says that is sought, and much of it in other words.
const ENGLISH_STATEMENT: RankingWeights = {
  keyword: 0.14,
  wordProximity: 0.04,
  letterNgrams: 0.122,
  relevanceFeedback: 0.099,
  documentNames: 0.14,
  numericDensity: 0.04,
  meaning: 0.244,
  closestPart: 0.175,
};
const OTHER_LANGUAGES: Record<RankingMethod, RankingWeights> = {
  keyword: {
    keyword: 0.9,
    wordProximity: 0,
    letterNgrams: 0,
    relevanceFeedback: 0,
    documentNames: 0.1,
    numericDensity: 0,
    meaning: 0,
    closestPart: 0,
  },
  vector: {
    keyword: 0,
    wordProximity: 0,
    letterNgrams: 0.8,
    relevanceFeedback: 0.1,
    documentNames: 0.1,
    numericDensity: 0,
    meaning: 0,
    closestPart: 0,
  },
  hybrid: {
    keyword: 0.27,
    wordProximity: 0.09,
    letterNgrams: 0.54,
    relevanceFeedback: 0,
    documentNames: 0.1,
    numericDensity: 0,
    meaning: 0,
    closestPart: 0,
  },
};
// Arabic attaches conjunctions, prepositions, articles and possessives to the word; letter n-grams see through them.
const ARABIC: Record<RankingMethod, RankingWeights> = {
  ...OTHER_LANGUAGES,
  hybrid: {
    keyword: 0.2,
    wordProximity: 0.1,
    letterNgrams: 0.6,
    relevanceFeedback: 0,
    documentNames: 0.1,
    numericDensity: 0,
    meaning: 0,
    closestPart: 0,
  },
};

export function rankingWeights(method: RankingMethod, question: string): RankingWeights {
  if (isEnglish(question))
    return method === 'hybrid' && isStatement(question) ? ENGLISH_STATEMENT : ENGLISH[method];
  return (/\p{Script=Arabic}/u.test(question) ? ARABIC : OTHER_LANGUAGES)[method];
}

/** Weight of the embedding similarity beside all other features. Not tuned on a model; docs/search.md says how to measure one. */
export const SEMANTIC_WEIGHTS: Record<RankingMethod, number> = { keyword: 0, vector: 0.9, hybrid: 0.5 };
