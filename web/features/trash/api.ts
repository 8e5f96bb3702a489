import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Trashed } from '#shared/contracts/trash.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const TRASH_KEY = ['trash'] as const;

/** What was deleted, newest first. */
export const useTrash = () => usePaginatedCall(TRASH_KEY, 'GET /api/trash', { limit: '100' });

export function usePurgeItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, id }: Trashed) =>
      call(kind === 'folder' ? 'DELETE /api/trash/folders/:id' : 'DELETE /api/trash/files/:id', {
        params: { id },
      }),
    onSuccess: (_done, { name }) => {
      toast({ title: 'Deleted for good', description: name, variant: 'success' });
      return client.invalidateQueries({ queryKey: TRASH_KEY });
    },
    onError: (error) => toastError('Failed to delete for good', error),
  });
}

export function useEmptyTrash() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/trash'),
    onSuccess: ({ purged, kept }) => {
      toast({
        title: 'Trash emptied',
        description: `${purged} deleted for good${kept > 0 ? `; ${kept} stay because they hold the work of others` : ''}.`,
        variant: 'success',
      });
      return client.invalidateQueries({ queryKey: TRASH_KEY });
    },
    onError: (error) => toastError('Failed to empty the trash', error),
  });
}
