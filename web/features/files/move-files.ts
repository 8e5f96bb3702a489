import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshFileLists, updateCachedFiles } from './file-cache.ts';

/** Maximum number of files per call. */
const MAX_FILES_PER_CALL = 1000;

export const getIds = (files: readonly File[]): number[] => files.map(({ id }) => id);
export const formatFileCount = (files: readonly File[]): string =>
  files.length === 1 ? '1 file' : `${files.length} files`;

export function useMoveFiles() {
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: ({ files, folderId }: { files: readonly File[]; folderId: number | null }) =>
      inBatches(files, (fileIds) => call('POST /api/files/bulk/move', { body: { fileIds, folderId } })),
    onMutate: ({ files, folderId }) =>
      updateCachedFiles(
        client,
        files.map((file) => ({ ...file, folderId })),
      ),
    onSuccess: (_done, { files, folderId }) => {
      const undo = () => {
        for (const [originalFolderId, moved] of Map.groupBy(files, (file) => file.folderId))
          move.mutate({ files: moved.map((file) => ({ ...file, folderId })), folderId: originalFolderId });
      };
      toast({
        title: 'Files moved',
        description: formatFileCount(files),
        variant: 'success',
        action: { label: 'Undo', onAction: undo },
      });
    },
    onError: (error, { files }) => {
      updateCachedFiles(client, files);
      toastError('Failed to move files. Please try again.', error);
    },
    onSettled: (_done, _error, { files, folderId }) => refreshAffectedLists(client, files, [folderId]),
  });
  return move;
}

export async function inBatches(
  files: readonly File[],
  run: (fileIds: number[]) => Promise<unknown>,
): Promise<void> {
  const ids = getIds(files);
  for (let start = 0; start < ids.length; start += MAX_FILES_PER_CALL)
    await run(ids.slice(start, start + MAX_FILES_PER_CALL));
}

export function refreshAffectedLists(
  client: QueryClient,
  files: readonly File[],
  more: readonly (number | null)[] = [],
): Promise<unknown> {
  return refreshFileLists(client, [...files.map(({ folderId }) => folderId), ...more]);
}
