import { inverseDocumentFrequency, type WeightedTerm } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import { NumberSlots } from './number-slots.ts';
import { isShortDocument } from './passage-windows.ts';

/**
 * Reorders the passages of each short document, which are ranked as one window, among the ranks that they hold: first
 * those with query words that the document's other passages lack.
 */
export function orderShortDocuments(
  { index }: PermittedView,
  termsOf: (entry: IndexedEntry) => readonly WeightedTerm[],
  ranked: readonly RankedPassage[],
): RankedPassage[] {
  const ranksByEntry = new Map<IndexedEntry, number[]>();
  for (const [rank, { entry }] of ranked.entries()) {
    if (isShortDocument(entry)) ranksByEntry.set(entry, [...(ranksByEntry.get(entry) ?? []), rank]);
  }
  const ordered = [...ranked];
  for (const [entry, ranks] of ranksByEntry) {
    if (ranks.length === 1) continue;
    const scores = scorePassages(index, termsOf(entry), entry);
    const scoreAt = (rank: number) => scores[(ranked[rank]?.chunk ?? 0) - entry.firstChunk] ?? 0;
    const best = ranks.toSorted((left, right) => scoreAt(right) - scoreAt(left));
    for (const [position, rank] of ranks.entries()) {
      const [passage, replaced] = [ranked[best[position] ?? rank], ranked[rank]];
      if (passage && replaced) ordered[rank] = { ...passage, score: replaced.score };
    }
  }
  return ordered;
}

/** Scores each passage of the document by its query words, weighted by their rarity within the document. */
function scorePassages(index: InvertedIndex, terms: readonly WeightedTerm[], entry: IndexedEntry): number[] {
  const asked = [...new Set(terms.flatMap(({ stems }) => stems))];
  const slots = new NumberSlots(asked);
  const foundIn = Array.from({ length: entry.chunkCount }, (_, position) => {
    const found = new Uint8Array(asked.length);
    for (const word of index.wordsOf(entry.firstChunk + position)) {
      const slot = slots.slotOf(index.vocabulary.stemOf(word));
      if (slot >= 0) found[slot] = 1;
    }
    return found;
  });
  const scores = foundIn.map(() => 0);
  for (const { stems, weight } of terms) {
    const matches = foundIn.map((found) => stems.some((stem) => found[slots.slotOf(stem)] === 1));
    const idf = inverseDocumentFrequency(entry.chunkCount, matches.filter(Boolean).length);
    for (const [position, isMatch] of matches.entries())
      if (isMatch) scores[position] = (scores[position] ?? 0) + weight * idf;
  }
  return scores;
}
