import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import { toastFailure } from '#web/features/errors/toast-error.ts';
import { useRestore } from '#web/features/trash/restore-items.ts';
import { call, callForBytes } from '#web/lib/http/call.ts';
import { saveBlob, saveFromAddress } from '#web/lib/browser/download.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { oneKey, refreshFileLists, showFiles } from './file-cache.ts';

/** The most files that one call takes. */
const MOST_AT_ONCE = 1000;
/** Browsers drop downloads that follow each other more quickly. */
const DOWNLOAD_GAP_MS = 800;

const idsOf = (files: readonly File[]): number[] => files.map(({ id }) => id);
const countOf = (files: readonly File[]): string => (files.length === 1 ? '1 file' : `${files.length} files`);

export function useMoveFiles() {
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: ({ files, folderId }: { files: readonly File[]; folderId: number | null }) =>
      inParts(files, (fileIds) => call('POST /api/files/bulk/move', { body: { fileIds, folderId } })),
    onMutate: ({ files, folderId }) =>
      showFiles(
        client,
        files.map((file) => ({ ...file, folderId })),
      ),
    onSuccess: (_done, { files, folderId }) => {
      const undo = () => {
        for (const [home, moved] of Map.groupBy(files, (file) => file.folderId))
          move.mutate({ files: moved.map((file) => ({ ...file, folderId })), folderId: home });
      };
      toast({
        title: 'Files moved',
        description: countOf(files),
        variant: 'success',
        action: { label: 'Undo', onAction: undo },
      });
    },
    onError: (error, { files }) => {
      showFiles(client, files);
      toastFailure('Failed to move files. Please try again.', error);
    },
    onSettled: (_done, _error, { files, folderId }) => refreshLists(client, files, [folderId]),
  });
  return move;
}

/** `onDeleted` is for who shows one of the files, so that nothing asks for it once more. */
export function useDeleteFiles(onDeleted: (files: readonly File[]) => void) {
  const client = useQueryClient();
  const restore = useRestore();
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      inParts(files, (fileIds) => call('DELETE /api/files/bulk', { body: { fileIds } })),
    onSuccess: (_done, files) => {
      toast({
        title: 'Files deleted',
        description: countOf(files),
        variant: 'success',
        action: {
          label: 'Undo',
          onAction: () => restore.mutate(files.map(({ id, name }) => ({ kind: 'file', id, name }))),
        },
      });
      onDeleted(files);
      for (const { id } of files) client.removeQueries({ queryKey: oneKey(id) });
    },
    onError: (error) => toastFailure('Failed to delete files. Please try again.', error),
    onSettled: (_done, _error, files) => refreshLists(client, files),
  });
}

/** Fetches files one after another; the browser keeps each as it comes. */
export function useDownloadFiles() {
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      inParts(files, async (fileIds) => {
        const { files: found } = await call('POST /api/files/bulk/download', { body: { fileIds } });
        for (const { url, name } of found) {
          saveFromAddress(url, name);
          await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_GAP_MS));
        }
      }),
    onSuccess: (_done, files) => tellDownloaded(countOf(files)),
    onError: (error) => toastFailure(NOT_DOWNLOADED, error),
  });
}

/** Fetches files as one archive. */
export function useArchiveFiles() {
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      callForBytes('POST /api/files/bulk/archive', { body: { fileIds: idsOf(files) } }),
    onSuccess: (zip) => {
      saveBlob(zip, 'files.zip');
      tellDownloaded('files.zip');
    },
    onError: (error) => toastFailure(NOT_DOWNLOADED, error),
  });
}

const NOT_DOWNLOADED = 'Failed to download files. Please try again.';

const tellDownloaded = (description: string): void =>
  toast({ title: 'Downloads complete', description, variant: 'success' });

async function inParts(files: readonly File[], run: (fileIds: number[]) => Promise<unknown>): Promise<void> {
  const ids = idsOf(files);
  for (let start = 0; start < ids.length; start += MOST_AT_ONCE)
    await run(ids.slice(start, start + MOST_AT_ONCE));
}

function refreshLists(
  client: QueryClient,
  files: readonly File[],
  more: readonly (number | null)[] = [],
): Promise<unknown> {
  return refreshFileLists(client, [...files.map(({ folderId }) => folderId), ...more]);
}
