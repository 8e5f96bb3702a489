import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { useRestoreItems } from '#web/features/trash/restore-items.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { fileKey, refreshFileLists, updateCachedFiles } from './file-cache.ts';

/** Renames a file. */
export function useRenameFile() {
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: ({ file, name }: { file: File; name: string }) =>
      call('PATCH /api/files/:id', { params: { id: file.id }, body: { name } }),
    onSuccess: (renamed, { file }) => {
      toast({
        title: 'File renamed',
        description: renamed.name,
        variant: 'success',
        action: { label: 'Undo', onAction: () => rename.mutate({ file: renamed, name: file.name }) },
      });
      updateCachedFiles(client, [renamed]);
    },
    onError: (error) => toastError('Failed to rename file', error),
    // Not awaited: the lists show the name already.
    onSettled: (_renamed, _error, { file }) => void refreshFileLists(client, [file.folderId]),
  });
  return rename;
}

/**
 * Deletes a file. `onDeleted` runs before caches are refreshed, so that an open view of the file can close
 * without refetching it.
 */
export function useDeleteFile(onDeleted: (file: File) => void) {
  const client = useQueryClient();
  const restore = useRestoreItems();
  return useMutation({
    mutationFn: (file: File) => call('DELETE /api/files/:id', { params: { id: file.id } }),
    onSuccess: (_done, file) => {
      toast({
        title: 'File deleted',
        description: file.name,
        variant: 'success',
        action: { label: 'Undo', onAction: () => restore.mutate([{ kind: 'file', ...file }]) },
      });
      onDeleted(file);
      client.removeQueries({ queryKey: fileKey(file.id) });
      return refreshFileLists(client, [file.folderId]);
    },
    onError: (error) => toastError('Failed to delete file. Please try again.', error),
  });
}
