import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { useRestoreItems } from '#web/features/trash/restore-items.ts';
import { downloadBlob, downloadUrl } from '#web/lib/browser/download.ts';
import { isLong, runBatches, splitIntoBatches } from '#web/lib/http/batches.ts';
import { call, callForBlob } from '#web/lib/http/call.ts';
import { withProgressToast } from '#web/ui/feedback/progress-toast.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { describeOutcome, formatFileCount } from './describe-outcome.ts';
import { forgetFiles, removeCachedFiles } from './file-cache.ts';
import { getIds, refreshAffectedLists } from './move-files.ts';

/** Delay between downloads; browsers drop downloads that follow each other more quickly. */
const DOWNLOAD_GAP_MS = 800;

/**
 * Deletes files, and shows how far it came if one call fails. `onDeleted` runs before caches are refreshed, so that an
 * open view of a file can close without refetching it.
 */
export function useDeleteFiles(onDeleted: (files: readonly File[]) => void) {
  const client = useQueryClient();
  const restore = useRestoreItems();
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      isLong(files)
        ? withProgressToast('Deleting files', files.length, (options) =>
            runBatches(
              splitIntoBatches(files),
              async (batch) => {
                await callDelete(batch);
                removeCachedFiles(client, batch);
              },
              options,
            ),
          )
        : runBatches([files], callDelete),
    onSuccess: (result, files) => {
      const { done } = result;
      toast({
        title: 'Files deleted',
        description: describeOutcome(result, files.length, 'not deleted'),
        variant: done.length < files.length ? 'warning' : 'success',
        action: {
          label: 'Undo',
          onAction: () => restore.mutate(done.map(({ id, name }) => ({ kind: 'file', id, name }))),
        },
      });
      onDeleted(done);
      forgetFiles(client, done);
    },
    onError: (error) => toastError('Failed to delete files. Please try again.', error),
    onSettled: (_done, _error, files) => refreshAffectedLists(client, files),
  });
}

const callDelete = (files: readonly File[]): Promise<unknown> =>
  call('DELETE /api/files/bulk', { body: { fileIds: getIds(files) } });

/** Downloads files one after another. */
export function useDownloadFiles() {
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const batch of splitIntoBatches(files)) {
        const body = { fileIds: getIds(batch) };
        const { files: found } = await call('POST /api/files/bulk/download', { body });
        for (const { url, name } of found) {
          downloadUrl(url, name);
          await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_GAP_MS));
        }
      }
    },
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

const toastDownloaded = (description: string) =>
  toast({ title: 'Downloads complete', description, variant: 'success' });
