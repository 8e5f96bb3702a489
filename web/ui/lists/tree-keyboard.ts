import type { TreeRow } from './tree-rows.ts';

export interface TreeKeyAction {
  kind: 'focus' | 'collapse' | 'expand' | 'open';
  id: string;
}

/** Returns what a key does at this row by the ARIA tree view pattern; null for keys without a meaning. */
export function getTreeKeyAction(key: string, rows: readonly TreeRow[], index: number): TreeKeyAction | null {
  const row = rows[index];
  if (!row) return null;
  const { id } = row.node;
  switch (key) {
    case 'ArrowDown':
      return focusAction(rows[index + 1]);
    case 'ArrowUp':
      return focusAction(rows[index - 1]);
    case 'Home':
      return focusAction(rows[0]);
    case 'End':
      return focusAction(rows.at(-1));
    case 'ArrowRight':
      if (row.expanded === undefined) return null;
      return row.expanded ? focusAction(rows[index + 1]) : { kind: 'expand', id };
    case 'ArrowLeft':
      if (row.expanded) return { kind: 'collapse', id };
      return focusAction(rows.slice(0, index).findLast((candidate) => candidate.level < row.level));
    case 'Enter':
    case ' ':
      return { kind: 'open', id };
    default:
      return key.length === 1 ? focusAction(findByFirstLetter(key, rows, index)) : null;
  }
}

/** Searches the rows below this one first, then those above it. */
function findByFirstLetter(letter: string, rows: readonly TreeRow[], index: number): TreeRow | undefined {
  const candidates = [...rows.slice(index + 1), ...rows.slice(0, index)];
  return candidates.find((row) => row.node.label.toLowerCase().startsWith(letter.toLowerCase()));
}

function focusAction(row: TreeRow | undefined): TreeKeyAction | null {
  return row ? { kind: 'focus', id: row.node.id } : null;
}
