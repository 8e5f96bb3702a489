/** With fewer stale chunks than this, reloading the index costs more than it frees. */
const MIN_STALE_CHUNKS = 20_000;

/**
 * Returns whether there are so many stale chunks that the index is loaded again. Near the limit there is no room for as many as
 * of others: both, and the reloaded index, are in memory at once.
 */
export const isTooStale = (
  { chunks, stale }: { chunks: number; stale: number },
  maxChunks: number,
): boolean => stale > Math.max(Math.min(chunks, maxChunks / 4), MIN_STALE_CHUNKS);
