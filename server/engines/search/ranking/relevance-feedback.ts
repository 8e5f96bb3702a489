import { inverseDocumentFrequency, lengthNorm } from '../retrieval/bm25f.ts';
import type { Vocabulary } from '../storage/vocabulary.ts';
import type { PassageWindow } from './passage-windows.ts';

const MAX_FEEDBACK_PASSAGES = 10;
const MAX_DIMENSIONS = 50;

export type TermVector = Map<number, number>;

/**
 * Creates a TF-IDF vector for each window, with a dimension per stem. Document frequencies are counted among the windows
 * only, so that no vector reveals the content of hidden documents.
 */
export function createTermVectors(vocabulary: Vocabulary, windows: readonly PassageWindow[]): TermVector[] {
  const holders = new Map<number, number>();
  const vectors = windows.map(({ words }) => {
    const frequencies: TermVector = new Map();
    for (const word of words) {
      const stem = vocabulary.stemOf(word);
      frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
    }
    for (const stem of frequencies.keys()) holders.set(stem, (holders.get(stem) ?? 0) + 1);
    return frequencies;
  });
  const averageLength = windows.reduce((sum, { words }) => sum + words.length, 0) / windows.length;
  for (const [index, vector] of vectors.entries()) {
    const norm = lengthNorm(windows[index]?.words.length ?? 0, averageLength);
    for (const [stem, count] of vector) {
      const idf = inverseDocumentFrequency(windows.length, holders.get(stem) ?? 0);
      vector.set(stem, (idf * count) / (count + norm));
    }
  }
  return vectors;
}

/**
 * Scores each vector by its similarity to the weighted centroid of the best ones (Rocchio feedback), so that passages on
 * the topic of the best ones rank higher. `weights` are the scores of a first ranking, 0 to 1.
 */
export function scoreRelevanceFeedback(vectors: readonly TermVector[], weights: readonly number[]): number[] {
  const best = [...weights.keys()]
    .sort((left, right) => (weights[right] ?? 0) - (weights[left] ?? 0))
    .slice(0, MAX_FEEDBACK_PASSAGES);
  const centroid: TermVector = new Map();
  for (const index of best) {
    const vector = vectors[index] ?? new Map();
    const weight = (weights[index] ?? 0) / lengthOf(vector);
    for (const [stem, value] of vector) centroid.set(stem, (centroid.get(stem) ?? 0) + weight * value);
  }
  const topDimensions = new Map(
    [...centroid].sort(([, left], [, right]) => right - left).slice(0, MAX_DIMENSIONS),
  );
  return vectors.map((vector) => dotProduct(topDimensions, vector));
}

function dotProduct(left: TermVector, right: TermVector): number {
  let sum = 0;
  for (const [stem, value] of left) sum += value * (right.get(stem) ?? 0);
  return sum;
}

const lengthOf = (vector: TermVector): number => Math.sqrt(dotProduct(vector, vector)) || 1;
