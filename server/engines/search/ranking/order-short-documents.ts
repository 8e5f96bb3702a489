import type { WeightedTerm } from '../retrieval/bm25f.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { IndexedEntry, InvertedIndex } from '../storage/inverted-index.ts';
import { isShortDocument } from './passage-windows.ts';

/**
 * Gives the places of a short document's passages, which are judged together, to those of them that hold the words of the
 * question that the others lack: what the document is about all of them say, and the one that begins it most often.
 */
export function orderShortDocuments(
  index: InvertedIndex,
  terms: readonly WeightedTerm[],
  ranked: readonly RankedPassage[],
): RankedPassage[] {
  const places = new Map<IndexedEntry, number[]>();
  for (const [at, { entry }] of ranked.entries()) {
    if (isShortDocument(entry)) places.set(entry, [...(places.get(entry) ?? []), at]);
  }
  const ordered = [...ranked];
  for (const [held, taken] of places) {
    if (taken.length === 1) continue;
    const own = scorePassages(index, terms, held);
    const scoreAt = (at: number) => own[(ranked[at]?.chunk ?? 0) - held.firstChunk] ?? 0;
    const best = taken.toSorted((one, other) => scoreAt(other) - scoreAt(one));
    for (const [rank, at] of taken.entries()) {
      const [given, place] = [ranked[best[rank] ?? at], ranked[at]];
      if (given && place) ordered[at] = { ...given, score: place.score };
    }
  }
  return ordered;
}

/** Of each passage of the document, the words of the question in it, by how few of the others hold them. */
function scorePassages(index: InvertedIndex, terms: readonly WeightedTerm[], entry: IndexedEntry): number[] {
  const stemsIn = Array.from({ length: entry.chunkCount }, (_, at) => {
    const words = index.wordsOf(entry.firstChunk + at);
    return new Set(Array.from(words, (word) => index.vocabulary.stemOf(word)));
  });
  const scores = stemsIn.map(() => 0);
  for (const { stems, weight } of terms) {
    const isIn = stemsIn.map((passage) => stems.some((stem) => passage.has(stem)));
    const holders = isIn.filter(Boolean).length;
    const rarity = Math.log(1 + (entry.chunkCount - holders + 0.5) / (holders + 0.5));
    for (const [at, holds] of isIn.entries()) if (holds) scores[at] = (scores[at] ?? 0) + weight * rarity;
  }
  return scores;
}
