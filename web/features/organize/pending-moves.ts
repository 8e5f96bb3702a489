/** Move that is not saved yet. `targetFolderId` is `null` for the root. */
export interface PendingMove {
  itemId: number;
  itemType: 'folder' | 'file';
  targetFolderId: number | null;
}

/** Item that can get a new destination. */
export type MovableItem = Pick<PendingMove, 'itemId' | 'itemType'> & { currentFolderId: number | null };

type Item = Pick<PendingMove, 'itemId' | 'itemType'>;

const isSame = (a: Item, b: Item): boolean => a.itemId === b.itemId && a.itemType === b.itemType;

export const findMove = (moves: readonly PendingMove[], item: Item): PendingMove | undefined =>
  moves.find((move) => isSame(move, item));

export const withoutMove = (moves: readonly PendingMove[], item: Item): PendingMove[] =>
  moves.filter((move) => !isSame(move, item));

/** Adds a move, replacing an earlier move of the same item. */
export const withMove = (moves: readonly PendingMove[], added: PendingMove): PendingMove[] => [
  ...withoutMove(moves, added),
  added,
];

/** Returns the folders as they will be once the moves are saved. */
export function applyMoves<Node extends { id: number; parentId: number | null }>(
  nodes: readonly Node[],
  moves: readonly PendingMove[],
): Node[] {
  return nodes.map((node) => {
    const move = findMove(moves, { itemId: node.id, itemType: 'folder' });
    return move ? { ...node, parentId: move.targetFolderId } : node;
  });
}

/** Sorts folder moves before file moves. */
export const sortForSaving = (moves: readonly PendingMove[]): PendingMove[] => [
  ...moves.filter(({ itemType }) => itemType === 'folder'),
  ...moves.filter(({ itemType }) => itemType === 'file'),
];
