import type { NamedHit } from './presenter.ts';

/** So that nobody reads a document that may not be downloaded out of the room by questions of a hundred passages each. */
const MOST_PASSAGES = 3;

/** Leaves, of each file that the actor may not download, the best few passages. */
export function limitRestricted(hits: readonly NamedHit[]): readonly NamedHit[] {
  const counts = new Map<number, number>();
  return hits.filter(({ documentId, mayDownload }) => {
    const count = (counts.get(documentId) ?? 0) + 1;
    counts.set(documentId, count);
    return mayDownload || count <= MOST_PASSAGES;
  });
}
