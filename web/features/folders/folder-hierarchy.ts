import type { FolderNode } from '#shared/contracts/folders.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';

const NAME_COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares names, `Annex 2` before `Annex 10`, ignoring case. */
export function compareByName(a: { name: string }, b: { name: string }): number {
  return NAME_COLLATOR.compare(a.name, b.name);
}

/** Compares folders by their number in a room, elsewhere by name. */
export function compareInOrder(
  a: { name: string; number?: string | undefined },
  b: { name: string; number?: string | undefined },
): number {
  return compareEntryNumbers(a.number, b.number) || compareByName(a, b);
}

export interface FolderEntry {
  folder: FolderNode;
  /** Depth, 0 at the top level. */
  depth: number;
  parent: FolderEntry | null;
}

/** Groups folders by parent id (`null` is the root), in their order. A missing parent counts as the root. */
export function groupByParent<Node extends FolderNode>(nodes: readonly Node[]): Map<number | null, Node[]> {
  const ids = new Set(nodes.map(({ id }) => id));
  const isThere = (id: number | null) => id !== null && ids.has(id);
  const children = Map.groupBy(nodes, ({ parentId }) => (isThere(parentId) ? parentId : null));
  for (const siblings of children.values()) siblings.sort(compareInOrder);
  return children;
}

/** Flattens the tree depth-first, leaving out `excluded` folders and their descendants. */
export function flattenFolders(
  nodes: readonly FolderNode[],
  excluded: readonly number[] = [],
): FolderEntry[] {
  const children = groupByParent(nodes);
  const entries: FolderEntry[] = [];
  const visit = (parent: FolderEntry | null) => {
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

/** Returns the names of the ancestors, topmost first. */
export function getAncestorNames({ parent }: FolderEntry): string[] {
  return parent ? [...getAncestorNames(parent), parent.folder.name] : [];
}

/** Writes the names of the hidden folders above something that a member of a group sees, from the room down. */
export const formatAncestorNames = (names: readonly string[]): string => names.join(' / ');
