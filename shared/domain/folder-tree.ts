interface FolderNode {
  readonly id: number;
  readonly parentId: number | null;
}

/** Returns the ids from `id` up to the topmost folder, nearest first. A cycle ends where it closes. */
export function ancestorsAndSelf(nodes: ReadonlyMap<number, FolderNode>, id: number): number[] {
  const chain: number[] = [];
  const seen = new Set<number>();
  let current: FolderNode | undefined = nodes.get(id);
  while (current && !seen.has(current.id)) {
    seen.add(current.id);
    chain.push(current.id);
    current = current.parentId === null ? undefined : nodes.get(current.parentId);
  }
  return chain;
}

/** Returns why a folder cannot be moved under `targetId`, such as into itself or one of its descendants. */
export function moveProblem(
  nodes: ReadonlyMap<number, FolderNode>,
  id: number,
  targetId: number | null,
): 'itself' | 'descendant' | null {
  if (targetId === null) return null;
  if (targetId === id) return 'itself';
  return ancestorsAndSelf(nodes, targetId).includes(id) ? 'descendant' : null;
}
