import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import type { DragItems, DropTarget } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { rejectInvalidMove } from '#web/features/folders/reject-invalid-move.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useKeptInput } from '#web/ui/forms/use-kept-input.ts';
import { applyMoves, type PendingMove, withMove } from './pending-moves.ts';

interface OrganizedItems {
  folders: readonly Pick<Folder, 'id' | 'parentId'>[];
  files: readonly Pick<File, 'id' | 'folderId'>[];
}

/** Returns the parent of an item that is moved; `undefined` if the item has been removed. */
const findCurrentFolderId = (
  { folders, files }: OrganizedItems,
  { itemId, itemType }: PendingMove,
): number | null | undefined =>
  itemType === 'folder'
    ? folders.find(({ id }) => id === itemId)?.parentId
    : files.find(({ id }) => id === itemId)?.folderId;

/** Returns the moves of items and to folders that are still there, except those that were saved. */
export const listPossible = (items: OrganizedItems, moves: readonly PendingMove[]): readonly PendingMove[] =>
  moves.filter((move) => {
    const currentId = findCurrentFolderId(items, move);
    const { targetFolderId } = move;
    const targetExists = targetFolderId === null || items.folders.some(({ id }) => id === targetFolderId);
    return currentId !== undefined && currentId !== targetFolderId && targetExists;
  });

/**
 * Returns whether a move can be added to the pending ones, and shows why not. A move to the current folder is
 * ignored.
 */
export function checkPendingMove(
  organizedItems: OrganizedItems,
  moves: readonly PendingMove[],
  move: PendingMove,
): boolean {
  const { folders } = organizedItems;
  const { itemId, itemType, targetFolderId } = move;
  const targetExists = folders.some(({ id }) => id === targetFolderId) || targetFolderId === null;
  const currentFolderId = findCurrentFolderId(organizedItems, move);
  // The item or the destination was removed during the drag.
  if (currentFolderId === undefined || !targetExists) {
    toast({
      title: 'Error',
      description: 'An error occurred while moving the item.',
      variant: 'destructive',
    });
    return false;
  }
  if (currentFolderId === targetFolderId) return false;
  return itemType === 'file' || !rejectInvalidMove(applyMoves(folders, moves), itemId, targetFolderId);
}

/** Holds the pending moves of the dialog, also if the session ends meanwhile. */
export function usePendingMoves(organizedItems: OrganizedItems) {
  const [moves, setMoves] = useState<readonly PendingMove[]>([]);
  const wasRestored = useKeptInput({
    form: 'organize',
    read: () => (moves.length > 0 ? moves : undefined),
    restore: (kept) => setMoves(listPossible(organizedItems, kept as readonly PendingMove[])), // written by `read`
  });

  const addAll = (added: readonly PendingMove[]): void => {
    const possible = added.filter((move) => checkPendingMove(organizedItems, moves, move));
    if (possible.length === 0) return;
    setMoves((old) => possible.reduce(withMove, old));
    toast({
      title: 'Item moved',
      description: 'The item will be moved when you save changes',
      variant: 'info',
    });
  };
  const add = (move: PendingMove): void => addAll([move]);

  const drop = (items: DragItems, { id }: DropTarget): void =>
    addAll([
      ...items.folders.map(({ id: itemId }) => ({ itemId, itemType: 'folder' as const, targetFolderId: id })),
      ...items.files.map(({ id: itemId }) => ({ itemId, itemType: 'file' as const, targetFolderId: id })),
    ]);
  return { moves, setMoves, add, drop, wasRestored };
}
