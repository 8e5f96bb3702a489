import type { Embeddings } from '#server/engines/models/embedding-model.ts';
import { CHUNKER_VERSION } from '#server/engines/search/analysis/chunk-blocks.ts';

/** Vectors of one fingerprint can be compared: made by one model, of passages cut by one rule. */
export const embeddingFingerprint = ({ model }: Embeddings): string =>
  JSON.stringify({ ...model, chunker: CHUNKER_VERSION });
