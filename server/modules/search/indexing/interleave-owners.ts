/** A change of a file for the search index; the owner of a file that is gone is `null`. */
export interface OwnedChange {
  readonly position: number;
  readonly file_id: number;
  readonly owner_id: number | null;
}

/**
 * Orders changes so that owners take turns: the first change of each owner, then the second of each. The changes of one owner
 * keep their order, and the first change stays first.
 */
export function interleaveOwners(changes: readonly OwnedChange[]): OwnedChange[] {
  const counts = new Map<number | null, number>();
  const turns = changes.map((change) => {
    const turn = counts.get(change.owner_id) ?? 0;
    counts.set(change.owner_id, turn + 1);
    return { turn, change };
  });
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ change }) => change);
}
