import type { IndexChange } from './index-change.ts';

/** Bounds what a crash makes to be done again, and how long a change waits for the ones before it. */
const MAX_CHUNKS_PER_BATCH = 5000;

function documentOf(change: IndexChange): number | undefined {
  if (change.method === 'putDocument') return change.args[0].id;
  return change.method === 'updateLabels' || change.method === 'removeDocument' ? change.args[0] : undefined;
}

/** How many of the waiting changes go into one transaction: one per document, `clear` and `embed` alone. */
export function countNextBatch(waiting: Iterable<IndexChange>): number {
  const documents = new Set<number>();
  let chunks = 0;
  let at = 0;
  for (const change of waiting) {
    if (change.method === 'clear' || change.method === 'putEmbeddings') return Math.max(at, 1);
    if (chunks >= MAX_CHUNKS_PER_BATCH) return at;
    const document = documentOf(change);
    if (document !== undefined && documents.has(document)) return at;
    if (document !== undefined) documents.add(document);
    if (change.method === 'putDocument') chunks += change.args[0].chunks.length;
    at++;
  }
  return at;
}
