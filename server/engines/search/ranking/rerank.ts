import type { SemanticScores } from '../retrieval/nearest-passages.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import { scoreDocumentNames } from './document-names.ts';
import { scoreTitleMatches } from './document-titles.ts';
import { scoreLetterNgrams } from './letter-ngrams.ts';
import { scoreNumericDensity } from './numeric-density.ts';
import { createWindowReader, type PassageWindow } from './passage-windows.ts';
import { type RankingMethod, rankingWeights, SEMANTIC_WEIGHTS } from './ranking-weights.ts';
import { createTermVectors, scoreRelevanceFeedback } from './relevance-feedback.ts';
import { scoreWordProximity } from './word-proximity.ts';

/** So many windows, from the best by keyword on, are looked at more closely. */
export const MAX_RERANKED_WINDOWS = 200;

export interface Reranked {
  ranked: RankedPassage[];
  /** Whether there were words to make vectors of. */
  hasTermVectors: boolean;
}

/** From 0 for the lowest to 1 for the highest; all 1 when there is nothing between them. */
function normalize(scores: readonly number[]): number[] {
  const low = Math.min(...scores);
  const span = Math.max(...scores) - low;
  return scores.map((score) => (span > 0 ? (score - low) / span : 1));
}

/** Orders the candidates anew by all that the method looks at, as weighted sums of scores brought to one scale. */
export function rerank(
  view: PermittedView,
  text: string,
  candidates: readonly RankedPassage[],
  method: RankingMethod,
  semanticScores?: SemanticScores,
): Reranked {
  const { index } = view;
  const weights = rankingWeights(method, text);
  const windowOf = createWindowReader(index);
  const windowOfEach = candidates.map(({ entry, chunk }) => windowOf(entry, chunk));
  const windows = [...new Set(windowOfEach)];
  const keyword = normalize(candidates.map(({ score }) => score));
  const best = new Map<PassageWindow, number>();
  for (const [at, window] of windowOfEach.entries())
    best.set(window, Math.max(best.get(window) ?? 0, keyword[at] ?? 0));
  const vectors = createTermVectors(index.vocabulary, windows);
  const pairs = scoreWordProximity(text, view, windows);
  const letters = scoreLetterNgrams(text, index.vocabulary, windows);
  const nearness = scoreRelevanceFeedback(
    vectors,
    windows.map((window) => best.get(window) ?? 0),
  );
  const names = scoreDocumentNames(view, text, candidates);
  // Whoever types a title wants that document, whatever the method.
  const titles = scoreTitleMatches(index, text, candidates);
  const figures = scoreNumericDensity(index, text, candidates);
  const places = new Map(windows.map((window, at) => [window, at]));
  const placeOf = (candidate: number) => {
    const window = windowOfEach[candidate];
    return window === undefined ? 0 : (places.get(window) ?? 0);
  };
  const scaled = { pairs: normalize(pairs), letters: normalize(letters), nearness: normalize(nearness) };
  const normalizedSemantics =
    semanticScores && normalize(candidates.map(({ chunk }) => semanticScores.scoreOf(chunk)));
  const semanticWeight = normalizedSemantics === undefined ? 0 : SEMANTIC_WEIGHTS[method];
  const order = candidates
    .map((candidate, at) => {
      const place = placeOf(at);
      const ofWords =
        weights.keyword * (keyword[at] ?? 0) +
        weights.wordProximity * (scaled.pairs[place] ?? 0) +
        weights.letterNgrams * (scaled.letters[place] ?? 0) +
        weights.relevanceFeedback * (scaled.nearness[place] ?? 0) +
        weights.documentNames * (names[at] ?? 0) +
        weights.numericDensity * (figures[at] ?? 0);
      const score =
        (1 - semanticWeight) * ofWords +
        semanticWeight * (normalizedSemantics?.[at] ?? 0) +
        (titles[at] ?? 0);
      return { ...candidate, score, at };
    })
    // Passages of one short document share all but the keyword's part: among them that decides.
    .sort((one, other) => other.score - one.score || (keyword[other.at] ?? 0) - (keyword[one.at] ?? 0));
  return {
    ranked: order.map(({ entry, chunk, score }) => ({ entry: entry, chunk, score })),
    hasTermVectors: vectors.some((vector) => vector.size > 0),
  };
}
