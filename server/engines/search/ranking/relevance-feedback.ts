import { inverseDocumentFrequency, lengthNorm } from '../retrieval/bm25f.ts';
import type { Vocabulary } from '../storage/vocabulary.ts';
import { NumberSlots } from './number-slots.ts';
import type { PassageWindow } from './passage-windows.ts';

const MAX_FEEDBACK_PASSAGES = 10;
const MAX_DIMENSIONS = 50;

type TermVector = Map<number, number>;
type Windows = readonly Pick<PassageWindow, 'words'>[];

/**
 * Scores each window by its similarity to the weighted centroid of the best ones (Rocchio feedback), so that passages on the
 * topic of the best ones rank higher. `weights` are the scores of a first ranking, 0 to 1. A window is compared as its TF-IDF
 * vector, with a dimension per stem; document frequencies are counted among the windows only, so that no vector reveals the
 * content of hidden documents.
 */
export function scoreRelevanceFeedback(
  vocabulary: Vocabulary,
  windows: Windows,
  weights: readonly number[],
): number[] {
  const averageLength = windows.reduce((sum, { words }) => sum + words.length, 0) / windows.length;
  const norms = windows.map(({ words }) => lengthNorm(words.length, averageLength));
  const best = [...weights.keys()]
    .sort((left, right) => (weights[right] ?? 0) - (weights[left] ?? 0))
    .slice(0, MAX_FEEDBACK_PASSAGES);
  const bestCounts = best.map((index) => countStems(vocabulary, windows[index]?.words ?? []));
  // Only their stems can be dimensions that count: the others of all windows are never looked at.
  const stems = [...new Set(bestCounts.flatMap((counts) => [...counts.keys()]))];
  const rarityOf = createRarityReader(vocabulary, windows, stems);
  const centroid: TermVector = new Map();
  for (const [place, index] of best.entries()) {
    const vector: TermVector = new Map();
    for (const [stem, count] of bestCounts[place] ?? [])
      vector.set(stem, (rarityOf(stem) * count) / (count + (norms[index] ?? 0)));
    const weight = (weights[index] ?? 0) / lengthOf(vector);
    for (const [stem, value] of vector) centroid.set(stem, (centroid.get(stem) ?? 0) + weight * value);
  }
  const dimensions = [...centroid].sort(([, left], [, right]) => right - left).slice(0, MAX_DIMENSIONS);
  const slots = new NumberSlots(dimensions.map(([stem]) => stem));
  const rarities = dimensions.map(([stem]) => rarityOf(stem));
  return windows.map(({ words }, index) => {
    const counts = countInSlots(vocabulary, words, slots, dimensions.length);
    return dimensions.reduce((sum, [, value], slot) => {
      const count = counts[slot] ?? 0;
      const own = count > 0 ? ((rarities[slot] ?? 0) * count) / (count + (norms[index] ?? 0)) : 0;
      return sum + value * own;
    }, 0);
  });
}

function countStems(vocabulary: Vocabulary, words: readonly number[]): TermVector {
  const counts: TermVector = new Map();
  for (const word of words) {
    const stem = vocabulary.stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

function countInSlots(
  vocabulary: Vocabulary,
  words: readonly number[],
  slots: NumberSlots,
  size: number,
): Uint32Array {
  const counts = new Uint32Array(size);
  for (const word of words) {
    const slot = slots.slotOf(vocabulary.stemOf(word));
    if (slot >= 0) counts[slot] = (counts[slot] ?? 0) + 1;
  }
  return counts;
}

/** Creates a function that returns how rare a stem of the list is among the windows. */
function createRarityReader(
  vocabulary: Vocabulary,
  windows: Windows,
  stems: readonly number[],
): (stem: number) => number {
  const slots = new NumberSlots(stems);
  const holders = new Uint32Array(stems.length);
  /** The window, from 1, in which the stem was found last. */
  const foundIn = new Uint32Array(stems.length);
  for (const [index, { words }] of windows.entries()) {
    for (const word of words) {
      const slot = slots.slotOf(vocabulary.stemOf(word));
      if (slot < 0 || foundIn[slot] === index + 1) continue;
      foundIn[slot] = index + 1;
      holders[slot] = (holders[slot] ?? 0) + 1;
    }
  }
  return (stem) => inverseDocumentFrequency(windows.length, holders[slots.slotOf(stem)] ?? 0);
}

const lengthOf = (vector: TermVector): number =>
  Math.sqrt(vector.values().reduce((sum, value) => sum + value * value, 0)) || 1;
