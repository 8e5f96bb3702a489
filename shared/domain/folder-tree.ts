interface FolderNode {
  readonly id: number;
  readonly parentId: number | null;
}

/** The ids from `id` up to the topmost folder that is there, nearest first. A ring ends where it closes. */
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

/** Whether moving `id` under `targetId` would put a folder into itself or into one of its descendants. */
export function moveProblem(
  nodes: ReadonlyMap<number, FolderNode>,
  id: number,
  targetId: number | null,
): 'itself' | 'descendant' | null {
  if (targetId === null) return null;
  if (targetId === id) return 'itself';
  return ancestorsAndSelf(nodes, targetId).includes(id) ? 'descendant' : null;
}
