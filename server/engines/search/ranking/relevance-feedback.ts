import type { Vocabulary } from '../storage/vocabulary.ts';
import type { PassageWindow } from './passage-windows.ts';

const [k1, b] = [1.5, 0.6];
const MAX_FEEDBACK_PASSAGES = 10;
const MAX_DIMENSIONS = 50;

export type TermVector = Map<number, number>;

/**
 * A vector for each window, a dimension for each stem. Rarity is counted among the windows alone, so that no vector
 * tells what stands in documents that the asker may not see: vectors learnt from the whole room would.
 */
export function createTermVectors(vocabulary: Vocabulary, windows: readonly PassageWindow[]): TermVector[] {
  const holders = new Map<number, number>();
  const counts = windows.map(({ words }) => {
    const times: TermVector = new Map();
    for (const word of words) {
      const stem = vocabulary.stemOf(word);
      times.set(stem, (times.get(stem) ?? 0) + 1);
    }
    for (const stem of times.keys()) holders.set(stem, (holders.get(stem) ?? 0) + 1);
    return times;
  });
  const average = windows.reduce((sum, { words }) => sum + words.length, 0) / windows.length;
  for (const [at, vector] of counts.entries()) {
    const norm = k1 * (1 - b + (b * (windows[at]?.words.length ?? 0)) / average);
    for (const [stem, count] of vector) {
      const holderCount = holders.get(stem) ?? 0;
      vector.set(
        stem,
        (Math.log(1 + (windows.length - holderCount + 0.5) / (holderCount + 0.5)) * count) / (count + norm),
      );
    }
  }
  return counts;
}

/**
 * How near each vector is to the middle of the best ones (Rocchio's feedback): what the best passages speak of beside the words of
 * the question is looked for in the others. `weights` are those of a first ranking, 0 to 1.
 */
export function scoreRelevanceFeedback(vectors: readonly TermVector[], weights: readonly number[]): number[] {
  const best = [...weights.keys()]
    .sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0))
    .slice(0, MAX_FEEDBACK_PASSAGES);
  const centroid: TermVector = new Map();
  for (const at of best) {
    const vector = vectors[at] ?? new Map();
    const weight = (weights[at] ?? 0) / lengthOf(vector);
    for (const [stem, value] of vector) centroid.set(stem, (centroid.get(stem) ?? 0) + weight * value);
  }
  const topDimensions = new Map(
    [...centroid].sort((one, other) => other[1] - one[1]).slice(0, MAX_DIMENSIONS),
  );
  return vectors.map((vector) => dotProduct(topDimensions, vector));
}

function dotProduct(one: TermVector, other: TermVector): number {
  let sum = 0;
  for (const [stem, value] of one) sum += value * (other.get(stem) ?? 0);
  return sum;
}

const lengthOf = (vector: TermVector): number => Math.sqrt(dotProduct(vector, vector)) || 1;
