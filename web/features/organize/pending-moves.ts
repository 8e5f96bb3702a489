/** A change that waits for Save Changes. `targetFolderId` is `null` for the root. */
export interface PendingMove {
  itemId: number;
  itemType: 'folder' | 'file';
  targetFolderId: number | null;
}

/** Something that is about to be given a new place. */
export type MovableItem = Pick<PendingMove, 'itemId' | 'itemType'> & { currentFolderId: number | null };

type Item = Pick<PendingMove, 'itemId' | 'itemType'>;

const isSame = (a: Item, b: Item): boolean => a.itemId === b.itemId && a.itemType === b.itemType;

export const findMove = (moves: readonly PendingMove[], item: Item): PendingMove | undefined =>
  moves.find((move) => isSame(move, item));

export const withoutMove = (moves: readonly PendingMove[], item: Item): PendingMove[] =>
  moves.filter((move) => !isSame(move, item));

/** One change per item: a new one takes the place of the earlier one. */
export const withMove = (moves: readonly PendingMove[], added: PendingMove): PendingMove[] => [
  ...withoutMove(moves, added),
  added,
];

/** The folders as they will stand once these changes are saved. */
export function applyMoves<Node extends { id: number; parentId: number | null }>(
  nodes: readonly Node[],
  moves: readonly PendingMove[],
): Node[] {
  return nodes.map((node) => {
    const move = findMove(moves, { itemId: node.id, itemType: 'folder' });
    return move ? { ...node, parentId: move.targetFolderId } : node;
  });
}

/** Folders first, then files. */
export const sortForSaving = (moves: readonly PendingMove[]): PendingMove[] => [
  ...moves.filter(({ itemType }) => itemType === 'folder'),
  ...moves.filter(({ itemType }) => itemType === 'file'),
];
