import type { ReactNode } from 'react';

export interface TreeNode {
  id: string;
  label: string;
  href: string;
  icon: ReactNode;
  /** Absent for what can't hold anything. */
  children?: readonly TreeNode[];
}

export interface TreeRow {
  node: TreeNode;
  /** 1 at the top, as aria-level counts. */
  level: number;
  /** Its place among its siblings, from 1, and how many they are. */
  position: number;
  setSize: number;
  /** Undefined for a node with nothing below it. */
  expanded: boolean | undefined;
}

/** The rows that are to be seen, top to bottom: all but those below a collapsed node. */
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

/** The ids of all nodes above this one; empty when it stands at the top or nowhere. */
export function findAncestorIds(nodes: readonly TreeNode[], id: string): string[] {
  for (const node of nodes) {
    const children = node.children ?? [];
    if (children.some((child) => child.id === id)) return [node.id];
    const below = findAncestorIds(children, id);
    if (below.length > 0) return [node.id, ...below];
  }
  return [];
}
