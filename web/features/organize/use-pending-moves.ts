import { useState } from 'react';
import type { DragItems, DropTarget } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { checkPendingMove, type OrganizedItems } from './check-pending-move.ts';
import { type PendingMove, withMove } from './pending-moves.ts';

/** The changes that wait to be saved, and how to add to them. */
export function usePendingMoves(organizedItems: OrganizedItems) {
  const [moves, setMoves] = useState<readonly PendingMove[]>([]);

  const add = (move: PendingMove): void => {
    if (!checkPendingMove(organizedItems, moves, move)) return;
    setMoves((old) => withMove(old, move));
    toast({
      title: 'Item moved',
      description: 'The item will be moved when you save changes',
      variant: 'info',
    });
  };

  const drop = (items: DragItems, { id }: DropTarget): void => {
    for (const folder of items.folders) add({ itemId: folder.id, itemType: 'folder', targetFolderId: id });
    for (const file of items.files) add({ itemId: file.id, itemType: 'file', targetFolderId: id });
  };
  return { moves, setMoves, add, drop };
}
