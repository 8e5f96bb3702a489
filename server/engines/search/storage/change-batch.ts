import type { SearchIndex } from '../search-types.ts';

type ChangeMethod =
  | 'putDocument'
  | 'placeDocument'
  | 'removeDocument'
  | 'setPosition'
  | 'clear'
  | 'putEmbeddings';

/** A change of the index as it is sent to the worker. */
export type IndexChange = {
  [Method in ChangeMethod]: { method: Method; args: Parameters<SearchIndex[Method]> };
}[ChangeMethod];

/** Limits the work that a crash undoes, and the time that a change waits for the ones before it. */
const MAX_CHUNKS_PER_BATCH = 5000;

function documentIdOf(change: IndexChange): number | undefined {
  if (change.method === 'putDocument' || change.method === 'placeDocument') return change.args[0].id;
  return change.method === 'removeDocument' ? change.args[0] : undefined;
}

/** Counts the pending changes that form the next transaction: one per document; `clear` and `putEmbeddings` alone. */
export function countNextBatch(pending: Iterable<IndexChange>): number {
  const documentIds = new Set<number>();
  let chunks = 0;
  let count = 0;
  for (const change of pending) {
    if (change.method === 'clear' || change.method === 'putEmbeddings') return Math.max(count, 1);
    if (chunks >= MAX_CHUNKS_PER_BATCH) return count;
    const documentId = documentIdOf(change);
    if (documentId !== undefined && documentIds.has(documentId)) return count;
    if (documentId !== undefined) documentIds.add(documentId);
    if (change.method === 'putDocument') chunks += change.args[0].chunks.length;
    count++;
  }
  return count;
}
