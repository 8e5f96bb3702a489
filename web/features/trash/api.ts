import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Trashed } from '#shared/contracts/trash.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const TRASH_KEY = ['trash'] as const;

/** Lists deleted items, newest first. */
export const useTrash = (filter: { readonly q?: string } = {}) =>
  usePaginatedCall(TRASH_KEY, 'GET /api/trash', { limit: '100', ...filter });

export function usePurgeItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, id }: Trashed) =>
      call(kind === 'folder' ? 'DELETE /api/trash/folders/:id' : 'DELETE /api/trash/files/:id', {
        params: { id },
      }),
    onSuccess: (_done, { name }) => {
      toast({ title: 'Permanently deleted', description: name, variant: 'success' });
      return client.invalidateQueries({ queryKey: TRASH_KEY });
    },
    onError: (error) => toastError('Failed to delete permanently', error),
  });
}

export function useEmptyTrash() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/trash'),
    onSuccess: ({ purged, kept }) => {
      toast({
        title: 'Trash emptied',
        description: `${purged} permanently deleted${kept > 0 ? `; ${kept} kept because ${kept === 1 ? 'it contains' : 'they contain'} items of other owners` : ''}.`,
        variant: 'success',
      });
      return client.invalidateQueries({ queryKey: TRASH_KEY });
    },
    onError: (error) => toastError('Failed to empty the trash', error),
  });
}
