import type { ReactNode } from 'react';

export interface TreeNode {
  id: string;
  label: string;
  /** Shown before the label. */
  number?: string | undefined;
  href: string;
  icon: ReactNode;
  /** Undefined for nodes that cannot have children, such as files. */
  children?: readonly TreeNode[];
}

export interface TreeRow {
  node: TreeNode;
  /** 1 for root nodes, as in aria-level. */
  level: number;
  /** Position among the siblings, from 1, as in aria-posinset. */
  position: number;
  setSize: number;
  /** Undefined for a node without children. */
  expanded: boolean | undefined;
}

/** Returns the rows from top to bottom, without those inside collapsed nodes. */
export function flattenTree(
  nodes: readonly TreeNode[],
  collapsed: ReadonlySet<string>,
  level = 1,
): TreeRow[] {
  return nodes.flatMap((node, index) => {
    const children = node.children ?? [];
    const expanded = children.length > 0 ? !collapsed.has(node.id) : undefined;
    const row = { node, level, position: index + 1, setSize: nodes.length, expanded };
    return expanded ? [row, ...flattenTree(children, collapsed, level + 1)] : [row];
  });
}

/** Returns the ids of the node's ancestors; empty for a root node or an unknown id. */
export function findAncestorIds(nodes: readonly TreeNode[], id: string): string[] {
  for (const node of nodes) {
    const children = node.children ?? [];
    if (children.some((child) => child.id === id)) return [node.id];
    const ancestors = findAncestorIds(children, id);
    if (ancestors.length > 0) return [node.id, ...ancestors];
  }
  return [];
}
