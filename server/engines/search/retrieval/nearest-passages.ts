import type { QueryEmbedding } from '../search-types.ts';
import type { VectorMatrix } from '../storage/vector-matrix.ts';
import { inDescendingOrder } from './descending-scores.ts';
import type { PermittedView } from './permitted-view.ts';

/** Similarity of the permitted passages to a query, as an embedding model sees it. */
export interface SemanticScores {
  /** Returns the cosine similarity, from -1 to 1; the average for a passage that has no vector yet. */
  scoreOf(chunk: number): number;
  /** The nearest passages, best first. */
  nearest: number[];
}

const MAX_NEAREST = 100;
/** With a larger share of passages without a vector, the others would have an unfair advantage. */
const MAX_MISSING_SHARE = 0.05;

/**
 * Compares the query with the vector of every permitted passage, and of no other: the result is exact and independent of
 * hidden documents. Returns nothing when the vectors are another model's or too many are missing.
 */
export function findNearestPassages(
  view: PermittedView,
  vectors: VectorMatrix | undefined,
  { fingerprint, vector }: QueryEmbedding,
): SemanticScores | undefined {
  if (vectors?.fingerprint !== fingerprint) return undefined;
  const scores = new Float32Array(view.index.size.chunks);
  const score = vectors.createScorer(vector);
  let [known, missing, sum] = [0, 0, 0];
  for (const entry of view.documents) {
    score(entry.firstChunk, entry.chunkCount, scores);
    for (let chunk = entry.firstChunk; chunk < entry.firstChunk + entry.chunkCount; chunk++) {
      if (!view.isLoaded(chunk)) continue;
      if (!vectors.has(chunk)) {
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
  return { nearest, scoreOf: (chunk) => (vectors.has(chunk) ? (scores[chunk] ?? 0) : average) };
}
