/**
 * Marks the placeholder of a finished upload whose file did not take its place, so that a client that lost the last answer learns it from the
 * next: as a negative id, which needs no column that nodes of an earlier version lack.
 */
export const toLate = (placeholderId: number | null): number | undefined =>
  placeholderId === null ? undefined : -placeholderId;

/** Reads the placeholder of an upload, and whether the file is known not to have taken its place. */
export function readPlaceholder(stored: number | null): { id: number | null; isLate: boolean } {
  return stored === null ? { id: null, isLate: false } : { id: Math.abs(stored), isLate: stored < 0 };
}
