import type { RankedPassage } from './rank-by-keyword.ts';

/** Yields the reranked passages, with scores above 1, and then the others in their own order, with scores up to 1. */
export function* appendUnranked(
  ranked: readonly RankedPassage[],
  others: Iterable<RankedPassage>,
): Generator<RankedPassage, void> {
  for (const passage of ranked) yield { ...passage, score: 1 + passage.score };
  let highest: number | undefined;
  for (const passage of others) {
    highest ??= passage.score;
    yield { ...passage, score: passage.score / highest };
  }
}
