import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import type { DragItems, DropTarget } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { rejectInvalidMove } from '#web/features/folders/reject-invalid-move.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { applyMoves, type PendingMove, withMove } from './pending-moves.ts';

interface OrganizedItems {
  folders: readonly Pick<Folder, 'id' | 'parentId'>[];
  files: readonly Pick<File, 'id' | 'folderId'>[];
}

/**
 * Returns whether a move can be added to the pending ones, and shows why not. A move to the current folder is
 * ignored.
 */
export function checkPendingMove(
  { folders, files }: OrganizedItems,
  moves: readonly PendingMove[],
  { itemId, itemType, targetFolderId }: PendingMove,
): boolean {
  const targetExists = folders.some(({ id }) => id === targetFolderId) || targetFolderId === null;
  const currentFolderId =
    itemType === 'folder'
      ? folders.find(({ id }) => id === itemId)?.parentId
      : files.find(({ id }) => id === itemId)?.folderId;
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

/** Holds the pending moves of the dialog. */
export function usePendingMoves(organizedItems: OrganizedItems) {
  const [moves, setMoves] = useState<readonly PendingMove[]>([]);

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
  return { moves, setMoves, add, drop };
}
