import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { lowerBound, unitOf } from '../storage/indexed-field.ts';
import type { LabelReader } from './row-labels.ts';

/** Part of a passage's words that are numbers where it has rows of figures. */
const MIN_NUMBERS = 0.15;

/**
 * Lists the passages of a document that have a whole expression of the question, those with rows of figures first, and among them
 * those with the most.
 */
export function listFigurePassages(
  view: PermittedView,
  labels: LabelReader,
  { firstChunk, chunkCount }: IndexedEntry,
): number[] {
  const { body, headings } = view.index.chunkFields;
  const counts = new Float32Array(chunkCount);
  for (const stems of labels.stems) {
    const held = new Uint8Array(chunkCount);
    for (const [at, each] of stems.entries())
      for (const field of [body, headings])
        for (const stem of each) {
          const postings = field.postingsOf(stem);
          for (let place = lowerBound(postings, firstChunk); place < postings.length; place++) {
            const chunk = unitOf(postings[place] ?? 0) - firstChunk;
            if (chunk >= chunkCount) break;
            if (held[chunk] === at) held[chunk] = at + 1;
          }
        }
    for (const [chunk, count] of held.entries())
      if (count === stems.length) counts[chunk] = (counts[chunk] ?? 0) + 1;
  }
  return [...counts.keys()]
    .filter((chunk) => (counts[chunk] ?? 0) > 0 && view.isLoaded(firstChunk + chunk))
    .sort((left, right) => (counts[right] ?? 0) - (counts[left] ?? 0) || left - right)
    .map((chunk) => firstChunk + chunk)
    .map((chunk) => ({ chunk, hasFigures: shareOfNumbers(view, chunk) >= MIN_NUMBERS }))
    .sort((left, right) => Number(right.hasFigures) - Number(left.hasFigures))
    .map(({ chunk }) => chunk);
}

function shareOfNumbers({ index }: PermittedView, chunk: number): number {
  const words = index.wordsOf(chunk);
  return words.filter((word) => index.vocabulary.isNumber(word)).length / Math.max(words.length, 1);
}
