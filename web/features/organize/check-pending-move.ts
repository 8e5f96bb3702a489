import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { rejectInvalidMove } from '#web/features/folders/reject-invalid-move.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { applyMoves, type PendingMove } from './pending-moves.ts';

export interface OrganizedItems {
  folders: readonly Pick<Folder, 'id' | 'parentId'>[];
  files: readonly Pick<File, 'id' | 'folderId'>[];
}

/** Whether a change may wait to be saved beside those that do; says so when it may not. To where a thing stands is no change. */
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
  // The item or the folder went away while it was dragged.
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
