import { useMutation, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateSavedSearch } from '#shared/contracts/search/saved-searches.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { useRefresh } from '#web/lib/http/use-refresh.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import type { SearchPageState } from '../page/search-page-url.ts';

const SAVED_SEARCHES_KEY = ['saved-searches'] as const;

/** Lists all saved searches of the actor: they fit on one page. */
export const useSavedSearches = () =>
  useQuery({
    queryKey: SAVED_SEARCHES_KEY,
    queryFn: ({ signal }) => call('GET /api/saved-searches', {}, signal),
    retry: false,
  });

export function useSaveSearch() {
  const refresh = useRefresh(SAVED_SEARCHES_KEY);
  return useMutation({
    mutationFn: ({ query, method, folderId, kind, owner }: SearchPageState) => {
      const filters = {
        ...(folderId !== undefined && { folderId }),
        ...(kind && { kind }),
        ...(owner && { owner }),
      };
      return call('POST /api/saved-searches', { body: { query, method, ...filters } });
    },
    onSuccess: () =>
      toast({
        title: 'Search saved',
        description: 'You get alerts about new documents.',
        variant: 'success',
      }),
    onError: (error) => toastError('Failed to save the search', error),
    onSettled: refresh,
  });
}

export function useUpdateSavedSearch(id: number) {
  const refresh = useRefresh(SAVED_SEARCHES_KEY);
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateSavedSearch>) =>
      call('PATCH /api/saved-searches/:id', { params: { id }, body }),
    onError: (error) => toastError('Failed to change the saved search', error),
    onSettled: refresh,
  });
}

export function useDeleteSavedSearch() {
  const refresh = useRefresh(SAVED_SEARCHES_KEY);
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/saved-searches/:id', { params: { id } }),
    onError: (error) => toastError('Failed to delete the saved search', error),
    onSettled: refresh,
  });
}
