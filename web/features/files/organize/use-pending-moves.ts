import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import type { DraggedItems, DropPlace } from '#web/features/folders/dragged-items.ts';
import { refuseInvalidMove } from '#web/features/folders/invalid-move.ts';
import { toast } from '#web/ui/toast.ts';
import { nodesAfter, type PendingMove, withMove } from './pending-moves.ts';

interface Room {
  folders: readonly Folder[];
  files: readonly File[];
}

/** The changes that wait to be saved, and how to add to them. */
export function usePendingMoves({ folders, files }: Room) {
  const [moves, setMoves] = useState<readonly PendingMove[]>([]);

  const add = (move: PendingMove): void => {
    const { itemId, itemType, targetFolderId } = move;
    const isThere = folders.some(({ id }) => id === targetFolderId) || targetFolderId === null;
    const home =
      itemType === 'folder'
        ? folders.find(({ id }) => id === itemId)?.parentId
        : files.find(({ id }) => id === itemId)?.folderId;
    // The item or the folder went away while it was dragged.
    if (home === undefined || !isThere) {
      toast({
        title: 'Error',
        description: 'An error occurred while moving the item.',
        variant: 'destructive',
      });
      return;
    }
    if (home === targetFolderId) return;
    if (itemType === 'folder' && refuseInvalidMove(nodesAfter(folders, moves), itemId, targetFolderId))
      return;
    setMoves((old) => withMove(old, move));
    toast({
      title: 'Item moved',
      description: 'The item will be moved when you save changes',
      variant: 'info',
    });
  };

  const drop = (items: DraggedItems, { id }: DropPlace): void => {
    for (const folder of items.folders) add({ itemId: folder.id, itemType: 'folder', targetFolderId: id });
    for (const file of items.files) add({ itemId: file.id, itemType: 'file', targetFolderId: id });
  };
  return { moves, setMoves, add, drop };
}
