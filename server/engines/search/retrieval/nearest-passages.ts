import type { QueryEmbedding } from '../storage/passage-vectors.ts';
import type { VectorMatrix } from '../storage/vector-matrix.ts';
import { inDescendingOrder } from './descending-scores.ts';
import type { PermittedView } from './permitted-view.ts';

/** How near in meaning, as a model sees it, passages are to a question. */
export interface SemanticScores {
  /** From -1 to 1; the average for a passage that has no vector yet. */
  scoreOf(chunk: number): number;
  /** The nearest passages, best first. */
  nearest: number[];
}

const MAX_NEAREST = 100;
/** While more of the passages than this have no vector, those that have one would be favoured. */
const MAX_MISSING_SHARE = 0.05;

/**
 * Looks at the vector of every permitted passage and at no other, so the answer is exact and tells nothing of
 * what is hidden. Nothing when the vectors are another model's or too few yet.
 */
export function findNearestPassages(
  view: PermittedView,
  rows: VectorMatrix | undefined,
  { fingerprint, vector }: QueryEmbedding,
): SemanticScores | undefined {
  if (rows?.fingerprint !== fingerprint) return undefined;
  const scores = new Float32Array(view.index.size.chunks);
  const compare = rows.createScorer(vector);
  let [known, missing, sum] = [0, 0, 0];
  for (const entry of view.documents) {
    compare(entry.firstChunk, entry.chunkCount, scores);
    for (let chunk = entry.firstChunk; chunk < entry.firstChunk + entry.chunkCount; chunk++) {
      if (!rows.has(chunk)) {
        missing++;
        continue;
      }
      sum += scores[chunk] ?? 0;
      known++;
    }
  }
  if (missing > MAX_MISSING_SHARE * (known + missing)) return undefined;
  const average = sum / Math.max(known, 1);
  const nearest = inDescendingOrder(scores).take(MAX_NEAREST).toArray();
  return { nearest, scoreOf: (chunk) => (rows.has(chunk) ? (scores[chunk] ?? 0) : average) };
}
