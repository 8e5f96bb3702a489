import type { VisibleHit } from './presenter.ts';

/** So that nobody reads a document that may not be downloaded out of the room by questions of a hundred passages each. */
const MAX_RESTRICTED_PASSAGES = 3;

/** Leaves, of each file that the actor may not download, the best few passages. */
export function limitRestrictedPassages(hits: readonly VisibleHit[]): readonly VisibleHit[] {
  const counts = new Map<number, number>();
  return hits.filter(({ documentId, canDownload }) => {
    const count = (counts.get(documentId) ?? 0) + 1;
    counts.set(documentId, count);
    return canDownload || count <= MAX_RESTRICTED_PASSAGES;
  });
}
