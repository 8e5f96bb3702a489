import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { useRestoreItems } from '#web/features/trash/restore-items.ts';
import { downloadBlob, downloadUrl } from '#web/lib/browser/download.ts';
import { call, callForBlob } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { fileKey } from './file-cache.ts';
import { formatFileCount, getIds, inBatches, refreshAffectedLists } from './move-files.ts';

/** Delay between downloads; browsers drop downloads that follow each other more quickly. */
const DOWNLOAD_GAP_MS = 800;

/**
 * Deletes files. `onDeleted` runs before caches are refreshed, so that an open view of a file can close without
 * refetching it.
 */
export function useDeleteFiles(onDeleted: (files: readonly File[]) => void) {
  const client = useQueryClient();
  const restore = useRestoreItems();
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      inBatches(files, (fileIds) => call('DELETE /api/files/bulk', { body: { fileIds } })),
    onSuccess: (_done, files) => {
      toast({
        title: 'Files deleted',
        description: formatFileCount(files),
        variant: 'success',
        action: {
          label: 'Undo',
          onAction: () => restore.mutate(files.map(({ id, name }) => ({ kind: 'file', id, name }))),
        },
      });
      onDeleted(files);
      for (const { id } of files) client.removeQueries({ queryKey: fileKey(id) });
    },
    onError: (error) => toastError('Failed to delete files. Please try again.', error),
    onSettled: (_done, _error, files) => refreshAffectedLists(client, files),
  });
}

/** Downloads files one after another. */
export function useDownloadFiles() {
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      inBatches(files, async (fileIds) => {
        const { files: found } = await call('POST /api/files/bulk/download', { body: { fileIds } });
        for (const { url, name } of found) {
          downloadUrl(url, name);
          await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_GAP_MS));
        }
      }),
    onSuccess: (_done, files) => toastDownloaded(formatFileCount(files)),
    onError: (error) => toastError(DOWNLOAD_FAILED, error),
  });
}

/** Downloads files as one archive. */
export function useArchiveFiles() {
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      callForBlob('POST /api/files/bulk/archive', { body: { fileIds: getIds(files) } }),
    onSuccess: (zip) => {
      downloadBlob(zip, 'files.zip');
      toastDownloaded('files.zip');
    },
    onError: (error) => toastError(DOWNLOAD_FAILED, error),
  });
}

const DOWNLOAD_FAILED = 'Failed to download files. Please try again.';

const toastDownloaded = (description: string): void =>
  toast({ title: 'Downloads complete', description, variant: 'success' });
