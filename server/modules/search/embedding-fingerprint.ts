import { chunkerVersion } from '#server/engines/search/analysis/chunk-blocks.ts';
import type { Embedded } from '#server/engines/models/embedding-model.ts';

/** Vectors of one fingerprint can be compared: made by one model, of passages cut by one rule. */
export const fingerprintOf = ({ model }: Embedded): string =>
  JSON.stringify({ ...model, chunker: chunkerVersion });
