import { bestFirst } from './descending-scores.ts';
import type { Embedding } from '../storage/passage-vectors.ts';
import type { Permitted } from './permitted-view.ts';
import type { VectorRows } from '../storage/vector-matrix.ts';

/** How near in meaning, as a model sees it, passages are to a question. */
export interface Meaning {
  /** From -1 to 1; the average for a passage that has no vector yet. */
  of(chunk: number): number;
  /** The nearest passages, best first. */
  nearest: number[];
}

const mostNearest = 100;
/** While more of the passages than this have no vector, those that have one would be favoured. */
const mostMissing = 0.05;

/**
 * Looks at the vector of every permitted passage and at no other, so the answer is exact and tells nothing of
 * what is hidden. Nothing when the vectors are another model's or too few yet.
 */
export function findNearest(
  permitted: Permitted,
  rows: VectorRows | undefined,
  { fingerprint, vector }: Embedding,
): Meaning | undefined {
  if (rows?.fingerprint !== fingerprint) return undefined;
  const scores = new Float32Array(permitted.index.size.chunks);
  const compare = rows.comparedWith(vector);
  let [known, missing, sum] = [0, 0, 0];
  for (const held of permitted.documents) {
    compare(held.first, held.count, scores);
    for (let chunk = held.first; chunk < held.first + held.count; chunk++) {
      if (!rows.has(chunk)) {
        missing++;
        continue;
      }
      sum += scores[chunk] ?? 0;
      known++;
    }
  }
  if (missing > mostMissing * (known + missing)) return undefined;
  const average = sum / Math.max(known, 1);
  const nearest = bestFirst(scores).take(mostNearest).toArray();
  return { nearest, of: (chunk) => (rows.has(chunk) ? (scores[chunk] ?? 0) : average) };
}
