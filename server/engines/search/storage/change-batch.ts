import type { Change } from './index-change.ts';

/** Bounds what a crash makes to be done again, and how long a change waits for the ones before it. */
const mostChunks = 5000;

function documentOf(change: Change): number | undefined {
  if (change.method === 'put') return change.args[0].id;
  return change.method === 'place' || change.method === 'remove' ? change.args[0] : undefined;
}

/** How many of the waiting changes go into one transaction: one per document, `clear` and `embed` alone. */
export function nextBatch(waiting: Iterable<Change>): number {
  const documents = new Set<number>();
  let chunks = 0;
  let at = 0;
  for (const change of waiting) {
    if (change.method === 'clear' || change.method === 'embed') return Math.max(at, 1);
    if (chunks >= mostChunks) return at;
    const document = documentOf(change);
    if (document !== undefined && documents.has(document)) return at;
    if (document !== undefined) documents.add(document);
    if (change.method === 'put') chunks += change.args[0].chunks.length;
    at++;
  }
  return at;
}
