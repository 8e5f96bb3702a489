import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MAX_SUMMARY_CHANGES } from '#shared/domain/limits.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';

const CHANGES_KEY = ['changes'] as const;
export const changesSummaryKey = (folderId: number | undefined) =>
  [...CHANGES_KEY, 'summary', folderId] as const;

/** Fetches the first changes since the last visit: of a folder, or of all. */
export const useChangesSummary = (folderId: number | undefined) =>
  useQuery({
    queryKey: changesSummaryKey(folderId),
    queryFn: ({ signal }) =>
      call(
        'GET /api/changes',
        {
          query: {
            limit: String(MAX_SUMMARY_CHANGES + 1),
            ...(folderId !== undefined && { folderId: String(folderId) }),
          },
        },
        signal,
      ),
    retry: false,
  });

/** Lists changes since the last visit or an instant, a page at a time. */
export const useChanges = (since: string, folderId: number | undefined) =>
  usePaginatedCall([...CHANGES_KEY, 'list', since, folderId], 'GET /api/changes', {
    since,
    limit: '100',
    ...(folderId !== undefined && { folderId: String(folderId) }),
  });

/** Marks all changes up to the newest one shown as seen. */
export function useMarkSeen(folderId: number | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (position: number) =>
      call('POST /api/changes/seen', { body: { position, ...(folderId !== undefined && { folderId }) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: CHANGES_KEY }),
    onError: (error) => toastError('Failed to mark the changes as seen', error),
  });
}
