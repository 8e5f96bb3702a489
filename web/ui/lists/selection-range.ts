/** Where a selection by Shift begins: a row, and what was selected when it became the beginning. */
export interface Anchor {
  key: number;
  baseKeys: ReadonlySet<number>;
}

export interface SelectionChange {
  keys: ReadonlySet<number>;
  anchor: Anchor;
}

/** One more row or one less; the next range begins at it. */
export function toggleRow(keys: ReadonlySet<number>, key: number): SelectionChange {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: { key, baseKeys: next } };
}

/** All rows from the anchor up to this one, beside what was selected before the range began. */
export function selectRange(order: readonly number[], anchor: Anchor | null, key: number): SelectionChange {
  const from = anchor ? order.indexOf(anchor.key) : -1;
  const to = order.indexOf(key);
  if (!anchor || from < 0) return toggleRow(new Set(), key);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: new Set([...anchor.baseKeys, ...range]), anchor };
}
