import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { refuseInvalidMove } from '#web/features/folders/reject-invalid-move.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { nodesAfter, type PendingMove } from './pending-moves.ts';

export interface Room {
  folders: readonly Pick<Folder, 'id' | 'parentId'>[];
  files: readonly Pick<File, 'id' | 'folderId'>[];
}

/** Whether a change may wait to be saved beside those that do; says so when it may not. To where a thing stands is no change. */
export function admitMove(
  { folders, files }: Room,
  moves: readonly PendingMove[],
  { itemId, itemType, targetFolderId }: PendingMove,
): boolean {
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
    return false;
  }
  if (home === targetFolderId) return false;
  return itemType === 'file' || !refuseInvalidMove(nodesAfter(folders, moves), itemId, targetFolderId);
}
