import type { FolderNode } from '#shared/contracts/folders.ts';

const BY_NAME = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** As people look things up: `Annex 2` before `Annex 10`, capitals or not. */
export function byName(a: { name: string }, b: { name: string }): number {
  return BY_NAME.compare(a.name, b.name);
}

export interface OutlineEntry {
  folder: FolderNode;
  /** 0 at the top. */
  depth: number;
  parent: OutlineEntry | null;
}

/** The folders of each folder by its id (`null` is the root), sorted by name. A parent that is not there counts as the root. */
export function childrenByParent<Node extends FolderNode>(
  nodes: readonly Node[],
): Map<number | null, Node[]> {
  const ids = new Set(nodes.map(({ id }) => id));
  const isThere = (id: number | null) => id !== null && ids.has(id);
  const children = Map.groupBy(nodes, ({ parentId }) => (isThere(parentId) ? parentId : null));
  for (const siblings of children.values()) siblings.sort(byName);
  return children;
}

/** The tree as a list, each folder before what is in it; `excluded` folders are left out with all below them. */
export function outline(nodes: readonly FolderNode[], excluded: readonly number[] = []): OutlineEntry[] {
  const children = childrenByParent(nodes);
  const entries: OutlineEntry[] = [];
  const visit = (parent: OutlineEntry | null) => {
    for (const folder of children.get(parent?.folder.id ?? null) ?? []) {
      if (excluded.includes(folder.id)) continue;
      const entry = { folder, depth: parent ? parent.depth + 1 : 0, parent };
      entries.push(entry);
      visit(entry);
    }
  };
  visit(null);
  return entries;
}

/** The names of the folders above an entry, from the top. */
export function namesAbove({ parent }: OutlineEntry): string[] {
  return parent ? [...namesAbove(parent), parent.folder.name] : [];
}
