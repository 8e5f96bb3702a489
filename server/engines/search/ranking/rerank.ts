import { scoreTitles } from './document-titles.ts';
import { scoreNearness, vectorsOf } from './relevance-feedback.ts';
import { scoreFigures } from './numeric-density.ts';
import { scoreLetterGrams } from './letter-ngrams.ts';
import { scoreNames } from './document-names.ts';
import type { Meaning } from '../retrieval/nearest-passages.ts';
import { createWindows, type Window } from './passage-windows.ts';
import type { Permitted } from '../retrieval/permitted-view.ts';
import type { Ranked } from '../retrieval/rank-by-keyword.ts';
import { meaningWeights, type RankingMethod, rankingWeights } from './ranking-weights.ts';
import { scoreWordPairs } from './word-proximity.ts';

/** So many windows, from the best by keyword on, are looked at more closely. */
export const mostReranked = 200;

export interface Reranked {
  ranked: Ranked[];
  /** Whether there were words to make vectors of. */
  hadVectors: boolean;
}

/** From 0 for the lowest to 1 for the highest; all 1 when there is nothing between them. */
function normalised(scores: readonly number[]): number[] {
  const low = Math.min(...scores);
  const span = Math.max(...scores) - low;
  return scores.map((score) => (span > 0 ? (score - low) / span : 1));
}

/** Orders the candidates anew by all that the method looks at, as weighted sums of scores brought to one scale. */
export function rerank(
  permitted: Permitted,
  text: string,
  candidates: readonly Ranked[],
  method: RankingMethod,
  meaning?: Meaning,
): Reranked {
  const { index } = permitted;
  const weights = rankingWeights(method, text);
  const windowOf = createWindows(index);
  const windowOfEach = candidates.map(({ held, chunk }) => windowOf(held, chunk));
  const windows = [...new Set(windowOfEach)];
  const keyword = normalised(candidates.map(({ score }) => score));
  const best = new Map<Window, number>();
  for (const [at, window] of windowOfEach.entries())
    best.set(window, Math.max(best.get(window) ?? 0, keyword[at] ?? 0));
  const vectors = vectorsOf(index.vocabulary, windows);
  const pairs = scoreWordPairs(text, permitted, windows);
  const letters = scoreLetterGrams(text, index.vocabulary, windows);
  const nearness = scoreNearness(
    vectors,
    windows.map((window) => best.get(window) ?? 0),
  );
  const names = scoreNames(permitted, text, candidates);
  // Whoever types a title wants that document, whatever the method.
  const titles = scoreTitles(index, text, candidates);
  const figures = scoreFigures(index, text, candidates);
  const places = new Map(windows.map((window, at) => [window, at]));
  const placeOf = (candidate: number) => {
    const window = windowOfEach[candidate];
    return window === undefined ? 0 : (places.get(window) ?? 0);
  };
  const scaled = { pairs: normalised(pairs), letters: normalised(letters), nearness: normalised(nearness) };
  const meant = meaning && normalised(candidates.map(({ chunk }) => meaning.of(chunk)));
  const share = meant === undefined ? 0 : meaningWeights[method];
  const order = candidates
    .map((candidate, at) => {
      const place = placeOf(at);
      const ofWords =
        weights.keyword * (keyword[at] ?? 0) +
        weights.pairs * (scaled.pairs[place] ?? 0) +
        weights.letters * (scaled.letters[place] ?? 0) +
        weights.nearness * (scaled.nearness[place] ?? 0) +
        weights.names * (names[at] ?? 0) +
        weights.figures * (figures[at] ?? 0);
      const score = (1 - share) * ofWords + share * (meant?.[at] ?? 0) + (titles[at] ?? 0);
      return { ...candidate, score, at };
    })
    // Passages of one short document share all but the keyword's part: among them that decides.
    .sort((one, other) => other.score - one.score || (keyword[other.at] ?? 0) - (keyword[one.at] ?? 0));
  return {
    ranked: order.map(({ held, chunk, score }) => ({ held, chunk, score })),
    hadVectors: vectors.some((vector) => vector.size > 0),
  };
}
