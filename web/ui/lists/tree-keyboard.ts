import type { TreeRow } from './tree-rows.ts';

export interface TreeMove {
  kind: 'focus' | 'collapse' | 'expand' | 'open';
  id: string;
}

/** What a key does at this row, by the ARIA tree view pattern; null for a key that means nothing here. */
export function moveFor(key: string, rows: readonly TreeRow[], index: number): TreeMove | null {
  const row = rows[index];
  if (!row) return null;
  const { id } = row.node;
  switch (key) {
    case 'ArrowDown':
      return focus(rows[index + 1]);
    case 'ArrowUp':
      return focus(rows[index - 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
    case 'ArrowRight':
      if (row.expanded === undefined) return null;
      return row.expanded ? focus(rows[index + 1]) : { kind: 'expand', id };
    case 'ArrowLeft':
      if (row.expanded) return { kind: 'collapse', id };
      return focus(rows.slice(0, index).findLast((above) => above.level < row.level));
    case 'Enter':
    case ' ':
      return { kind: 'open', id };
    default:
      return key.length === 1 ? focus(nextByLetter(key, rows, index)) : null;
  }
}

function nextByLetter(letter: string, rows: readonly TreeRow[], index: number): TreeRow | undefined {
  const fromHere = [...rows.slice(index + 1), ...rows.slice(0, index)];
  return fromHere.find((row) => row.node.label.toLowerCase().startsWith(letter.toLowerCase()));
}

function focus(row: TreeRow | undefined): TreeMove | null {
  return row ? { kind: 'focus', id: row.node.id } : null;
}
