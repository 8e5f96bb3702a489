import type { IndexStatistics } from '#server/engines/search/search-engine.ts';

/** Rejects an index that had to leave out the text of documents, with advice for the operator. */
export function assertRoom({ memory, chunks }: IndexStatistics): void {
  if (memory === undefined || memory.titlesOnly === 0) return;
  throw new Error(
    `The search index is full (${chunks} of ${memory.maxChunks} passages): ${memory.titlesOnly} files are found by name only. Set SEARCH_URL, or SEARCH_MAX_PASSAGES and more memory, and index all files again`,
  );
}
