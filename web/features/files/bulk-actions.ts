import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { useRestoreItems } from '#web/features/trash/restore-items.ts';
import { downloadBlob, downloadUrl } from '#web/lib/browser/download.ts';
import { type BatchOptions, isLong, runBatches, splitIntoBatches } from '#web/lib/http/batches.ts';
import { call, callForBlob } from '#web/lib/http/call.ts';
import { LONG_MUTATION } from '#web/lib/http/long-mutation.ts';
import { withProgressToast } from '#web/ui/feedback/progress-toast.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { describeOutcome } from './describe-outcome.ts';
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

/** Fewer downloads are over before their progress could be read. */
const MIN_DOWNLOADS_WITH_PROGRESS = 4;

/** Downloads files one after another; many under a toast that shows how far it is and stops it. */
export function useDownloadFiles() {
  return useMutation({
    ...LONG_MUTATION,
    mutationFn: (files: readonly File[]) =>
      files.length < MIN_DOWNLOADS_WITH_PROGRESS
        ? downloadOneByOne(files)
        : withProgressToast('Downloading files', files.length, (options) => downloadOneByOne(files, options)),
    onSuccess: (started, files) => {
      const done = files.slice(0, started);
      toastDownloaded(describeOutcome({ done }, files.length, 'not downloaded'), started === files.length);
    },
    onError: (error) => toastError(DOWNLOAD_FAILED, error),
  });
}

/** Returns the number of downloads that were started before it was stopped. */
async function downloadOneByOne(
  files: readonly File[],
  { signal, onProgress }: BatchOptions = {},
): Promise<number> {
  let started = 0;
  for (const batch of splitIntoBatches(files)) {
    const body = { fileIds: getIds(batch) };
    const { files: found } = await call('POST /api/files/bulk/download', { body });
    for (const { url, name } of found) {
      if (signal?.aborted) return started;
      downloadUrl(url, name);
      started += 1;
      onProgress?.(started);
      await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_GAP_MS));
    }
  }
  return started;
}

/** Downloads files as one archive, or as several of as many files as a call takes. */
export function useArchiveFiles() {
  return useMutation({
    ...LONG_MUTATION,
    mutationFn: (files: readonly File[]) =>
      isLong(files)
        ? withProgressToast('Preparing archives', files.length, (options) => {
            const batches = splitIntoBatches(files);
            return runBatches(
              batches,
              (batch) => downloadArchive(batch, `files-${batches.indexOf(batch) + 1}.zip`),
              options,
            );
          })
        : runBatches([files], (batch) => downloadArchive(batch, 'files.zip')),
    onSuccess: (result, files) =>
      toastDownloaded(
        isLong(files) ? describeOutcome(result, files.length, 'not downloaded') : 'files.zip',
        result.done.length === files.length,
      ),
    onError: (error) => toastError(DOWNLOAD_FAILED, error),
  });
}

const downloadArchive = async (files: readonly File[], name: string): Promise<void> =>
  downloadBlob(await callForBlob('POST /api/files/bulk/archive', { body: { fileIds: getIds(files) } }), name);

const DOWNLOAD_FAILED = 'Failed to download files. Please try again.';

const toastDownloaded = (description: string, isComplete: boolean) =>
  toast(
    isComplete
      ? { title: 'Downloads complete', description, variant: 'success' }
      : { title: 'Downloads stopped', description, variant: 'warning' },
  );
