import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getErrorMessage, toastError } from '#web/features/errors/toast-error.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { type PendingMove, sortForSaving } from './pending-moves.ts';

const SAVE_FAILED = 'Failed to save any changes. Please try again.';

/** Applies moves one by one, shows the outcome and returns the moves that failed. */
export function useSaveMoves() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (moves: readonly PendingMove[]): Promise<PendingMove[]> => {
      const failed: PendingMove[] = [];
      for (const move of sortForSaving(moves)) {
        await saveMove(move).catch((error: Error) => {
          // The session has ended: every further call would fail too.
          if (error instanceof ApiError && error.status === 401) throw error;
          failed.push(move);
          const problem = `Failed to move ${move.itemType} ID ${move.itemId}`;
          toast({
            title: move.itemType === 'folder' ? 'Folder Move Error' : 'File Move Error',
            description: `${problem}. ${getErrorMessage(error)}`,
            variant: 'destructive',
          });
        });
      }
      return failed;
    },
    onSuccess: (failed, moves) => toastOutcome(moves.length - failed.length, moves.length),
    onError: (error) => toastError('Error', error, SAVE_FAILED),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['folders'] }),
        client.invalidateQueries({ queryKey: ['files'] }),
      ]),
  });
}

function saveMove({ itemId, itemType, targetFolderId }: PendingMove): Promise<unknown> {
  const params = { id: itemId };
  return itemType === 'folder'
    ? call('PATCH /api/folders/:id', { params, body: { parentId: targetFolderId } })
    : call('PATCH /api/files/:id/move', { params, body: { folderId: targetFolderId } });
}

function toastOutcome(moved: number, total: number): void {
  if (moved === total) {
    toast({ title: 'Success', description: 'All changes have been saved.', variant: 'success' });
  } else if (moved > 0) {
    toast({
      title: 'Partial Success',
      description: `Moved ${moved} out of ${total} items. Some operations failed.`,
      variant: 'warning',
    });
  } else {
    toast({
      title: 'Error',
      description: SAVE_FAILED,
      variant: 'destructive',
    });
  }
}
