import type { WeightedTerm } from '../retrieval/bm25f.ts';
import type { Held, KeywordIndex } from '../storage/inverted-index.ts';
import { isShort } from './passage-windows.ts';
import type { Ranked } from '../retrieval/rank-by-keyword.ts';

/**
 * Gives the places of a short document's passages, which are judged together, to those of them that hold the words of the
 * question that the others lack: what the document is about all of them say, and the one that begins it most often.
 */
export function orderWithin(
  index: KeywordIndex,
  terms: readonly WeightedTerm[],
  ranked: readonly Ranked[],
): Ranked[] {
  const places = new Map<Held, number[]>();
  for (const [at, { held }] of ranked.entries()) {
    if (isShort(held)) places.set(held, [...(places.get(held) ?? []), at]);
  }
  const ordered = [...ranked];
  for (const [held, taken] of places) {
    if (taken.length === 1) continue;
    const own = scoreWithin(index, terms, held);
    const scoreAt = (at: number) => own[(ranked[at]?.chunk ?? 0) - held.first] ?? 0;
    const best = taken.toSorted((one, other) => scoreAt(other) - scoreAt(one));
    for (const [turn, at] of taken.entries()) {
      const [given, place] = [ranked[best[turn] ?? at], ranked[at]];
      if (given && place) ordered[at] = { ...given, score: place.score };
    }
  }
  return ordered;
}

/** Of each passage of the document, the words of the question in it, by how few of the others hold them. */
function scoreWithin(index: KeywordIndex, terms: readonly WeightedTerm[], held: Held): number[] {
  const stemsIn = Array.from({ length: held.count }, (_, at) => {
    const words = index.wordsOf(held.first + at);
    return new Set(Array.from(words, (word) => index.vocabulary.stemOf(word)));
  });
  const scores = stemsIn.map(() => 0);
  for (const { stems, weight } of terms) {
    const isIn = stemsIn.map((passage) => stems.some((stem) => passage.has(stem)));
    const holders = isIn.filter(Boolean).length;
    const rarity = Math.log(1 + (held.count - holders + 0.5) / (holders + 0.5));
    for (const [at, holds] of isIn.entries()) if (holds) scores[at] = (scores[at] ?? 0) + weight * rarity;
  }
  return scores;
}
