import { chunkerVersion } from '#server/platform/index/chunk-blocks.ts';
import type { Embedded } from '#server/platform/models/embedding-model.ts';

/** Vectors of one fingerprint can be compared: made by one model, of passages cut by one rule. */
export const fingerprintOf = ({ model }: Embedded): string =>
  JSON.stringify({ ...model, chunker: chunkerVersion });
