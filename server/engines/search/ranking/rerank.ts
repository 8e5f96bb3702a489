import type { Equivalents } from '../lexicon/expand-question.ts';
import { createDocumentComparer } from '../meaning/compare-passages.ts';
import { createStatementComparer } from '../meaning/compare-statements.ts';
import type { SemanticScores } from '../retrieval/nearest-passages.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { RankingMethod } from '../search-types.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import { asksForAmount } from './asks-for-amount.ts';
import { scoreDocumentNames } from './document-names.ts';
import { scoreTitleMatches } from './document-titles.ts';
import { scoreLetterNgrams } from './letter-ngrams.ts';
import { createWindowReader, type PassageWindow } from './passage-windows.ts';
import { type RankingWeights, rankingWeights, SEMANTIC_WEIGHTS } from './ranking-weights.ts';
import { scoreRelevanceFeedback } from './relevance-feedback.ts';
import { scoreWordProximity } from './word-proximity.ts';

/** Share of numbers from which a passage counts as a table. */
const TABLE_DENSITY = 0.3;
/** Fewer words are a heading or a fragment, whatever their share of numbers. */
const MIN_WORDS = 20;

/** Scores each candidate by its share of numbers, 0 to 1, when the query asks for an amount. */
export function scoreNumericDensity(
  index: InvertedIndex,
  text: string,
  candidates: readonly RankedPassage[],
): number[] {
  if (!asksForAmount(text)) return candidates.map(() => 0);
  const { vocabulary } = index;
  return candidates.map(({ chunk }) => {
    const words = index.wordsOf(chunk);
    const numbers = words.reduce((count, word) => count + Number(vocabulary.isNumber(word)), 0);
    return Math.min(1, numbers / Math.max(words.length, MIN_WORDS) / TABLE_DENSITY);
  });
}

/**
 * Scores the windows that are whole documents by the similarity of meaning to the question, and the others by the average of
 * these: one passage of a contract or a report says too little about it. A statement is found in one place: every window is
 * compared with it, and so is the closest part of each. All are 0 when the query asks for an amount, which names and numbers tell
 * rather than the meaning of a page.
 */
function scoreMeaning(
  index: InvertedIndex,
  text: string,
  windows: readonly PassageWindow[],
  weights: RankingWeights,
): { whole: number[]; closestPart: number[] } {
  const none = windows.map(() => 0);
  if (asksForAmount(text)) return { whole: none, closestPart: none };
  if (weights.closestPart > 0) {
    const compare = createStatementComparer(text, index);
    const scores = windows.map(({ firstChunk, words }) => compare(firstChunk, words));
    return {
      whole: scores.map(({ whole }) => whole),
      closestPart: scores.map(({ closestPart }) => closestPart),
    };
  }
  const compare = createDocumentComparer(text, index);
  const scores = windows.map(({ words, firstChunk, isDocument }) =>
    isDocument ? compare(firstChunk, words) : undefined,
  );
  const known = scores.filter((score) => score !== undefined);
  const average = known.reduce((sum, score) => sum + score, 0) / Math.max(known.length, 1);
  return { whole: scores.map((score) => score ?? average), closestPart: none };
}

/** Number of windows, from the best by keyword on, that are reranked. */
export const MAX_RERANKED_WINDOWS = 200;

interface Reranked {
  ranked: RankedPassage[];
  /** True when the windows had words to build term vectors from. */
  hasTermVectors: boolean;
}

/** Scores of one feature, in the order of the candidates. */
type Scores = readonly number[];

/** Orders the candidates by the weighted sum of all features, each normalized to the range 0 to 1. */
export function rerank(
  view: PermittedView,
  text: string,
  candidates: readonly RankedPassage[],
  method: RankingMethod,
  semanticScores?: SemanticScores,
  equivalents: readonly Equivalents[] = [],
): Reranked {
  const keyword = normalize(candidates.map(({ score }) => score));
  const weights = rankingWeights(method, text);
  const { features, hasTermVectors } = scoreFeatures(view, text, candidates, keyword, weights, equivalents);
  // A query that is a document's title finds that document whatever the method.
  const titles = scoreTitleMatches(view.index, text, candidates);
  const semantics = semanticScores && normalize(candidates.map(({ chunk }) => semanticScores.scoreOf(chunk)));
  const semanticWeight = semantics === undefined ? 0 : SEMANTIC_WEIGHTS[method];
  const scored = candidates.map(({ entry, chunk }, index) => {
    const lexicalScore = sumFeatures(features, weights, index);
    const score =
      (1 - semanticWeight) * lexicalScore + semanticWeight * (semantics?.[index] ?? 0) + (titles[index] ?? 0);
    return { passage: { entry, chunk, score }, keyword: keyword[index] ?? 0 };
  });
  // Passages of one short document share most scores; the keyword score decides among them.
  scored.sort((left, right) => right.passage.score - left.passage.score || right.keyword - left.keyword);
  return { ranked: scored.map(({ passage }) => passage), hasTermVectors };
}

/** Scores every lexical feature of each candidate; features of a window apply to all candidates that share it. */
function scoreFeatures(
  view: PermittedView,
  text: string,
  candidates: readonly RankedPassage[],
  keyword: Scores,
  weights: RankingWeights,
  equivalents: readonly Equivalents[],
): { features: Record<keyof RankingWeights, Scores>; hasTermVectors: boolean } {
  const { index } = view;
  const windowOf = createWindowReader(index);
  const windowOfCandidate = candidates.map(({ entry, chunk }) => windowOf(entry, chunk));
  const windows = [...new Set(windowOfCandidate)];
  const bestKeyword = new Map<PassageWindow, number>();
  for (const [position, window] of windowOfCandidate.entries())
    bestKeyword.set(window, Math.max(bestKeyword.get(window) ?? 0, keyword[position] ?? 0));
  const positions = new Map(windows.map((window, position) => [window, position]));
  const spread = (scores: Scores): Scores => {
    const normalized = normalize(scores);
    return windowOfCandidate.map((window) => normalized[positions.get(window) ?? 0] ?? 0);
  };
  const meaning = weights.meaning > 0 ? scoreMeaning(index, text, windows, weights) : undefined;
  const feedbackWeights = windows.map((window) => bestKeyword.get(window) ?? 0);
  return {
    features: {
      keyword,
      wordProximity: spread(scoreWordProximity(text, view, windows)),
      letterNgrams: spread(scoreLetterNgrams(text, index.vocabulary, windows)),
      relevanceFeedback: spread(scoreRelevanceFeedback(index.vocabulary, windows, feedbackWeights)),
      documentNames: scoreDocumentNames(view, text, candidates, equivalents),
      numericDensity: scoreNumericDensity(index, text, candidates),
      meaning: meaning === undefined ? [] : spread(meaning.whole),
      closestPart: meaning === undefined ? [] : spread(meaning.closestPart),
    },
    hasTermVectors: windows.some(({ words }) => words.length > 0),
  };
}

function sumFeatures(
  features: Record<keyof RankingWeights, Scores>,
  weights: RankingWeights,
  index: number,
): number {
  return (
    weights.keyword * (features.keyword[index] ?? 0) +
    weights.wordProximity * (features.wordProximity[index] ?? 0) +
    weights.letterNgrams * (features.letterNgrams[index] ?? 0) +
    weights.relevanceFeedback * (features.relevanceFeedback[index] ?? 0) +
    weights.documentNames * (features.documentNames[index] ?? 0) +
    weights.numericDensity * (features.numericDensity[index] ?? 0) +
    weights.meaning * (features.meaning[index] ?? 0) +
    weights.closestPart * (features.closestPart[index] ?? 0)
  );
}

/** Scales scores so that the lowest is 0 and the highest 1; all are 1 when they are equal. */
function normalize(scores: Scores): number[] {
  const lowest = Math.min(...scores);
  const span = Math.max(...scores) - lowest;
  return scores.map((score) => (span > 0 ? (score - lowest) / span : 1));
}
