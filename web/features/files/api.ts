import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { File, FileWithContent } from '#shared/contracts/files.ts';
import { MAX_RECENT_FILES } from '#shared/domain/preferences.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { useIsLive } from '#web/lib/http/live-state.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import {
  ALL_FILES_KEY,
  fileKey,
  findCachedFile,
  folderFilesKey,
  forgetOldContent,
  RECENT_FILES_KEY,
  refreshFileLists,
  TREE_FILES_KEY,
  updateCachedFiles,
} from './file-cache.ts';
import { keepUnchangedFiles } from './unchanged-files.ts';

/** Exceeds the largest preference by one, to know whether there are more files. */
export const RECENT_FILES_LIMIT = MAX_RECENT_FILES + 1;

/** A tree of more files shows only those of the open folder; one page of the list tells. */
const TREE_FILES_LIMIT = 1_000;

const INDEXING_POLL_MS = 2000;

/**
 * Polls while visible files are being scanned or indexed, unless the server says by itself when they are. The specification's 'no
 * polling' refers to everything else.
 */
const pollWhilePending = (
  files: readonly Pick<File, 'indexStatus' | 'scan' | 'ocr'>[] | undefined,
): number | false =>
  files?.some(
    ({ indexStatus, scan = indexStatus, ocr }) =>
      scan === 'scanning' || scan === 'pending' || ocr?.state === 'waiting',
  )
    ? INDEXING_POLL_MS
    : false;

/** Lists the files of a folder (`null`: the root; `undefined`: all visible files), newest first. */
export function useFiles(folderId: number | null | undefined, { pollIndexing = false, enabled = true } = {}) {
  const isLive = useIsLive();
  return useQuery({
    queryKey: folderId === undefined ? ALL_FILES_KEY : folderFilesKey(folderId),
    queryFn: ({ signal }) =>
      callAllPages('GET /api/files', folderId === undefined ? {} : { folderId: String(folderId) }, signal),
    refetchInterval: ({ state }) => pollIndexing && !isLive && pollWhilePending(state.data),
    structuralSharing: keepUnchangedFiles,
    enabled,
  });
}

/** Lists the newest files of all folders, at most RECENT_FILES_LIMIT. */
export function useRecentFiles({ pollIndexing = false } = {}) {
  const isLive = useIsLive();
  return useQuery({
    queryKey: RECENT_FILES_KEY,
    queryFn: ({ signal }) => call('GET /api/files', { query: { limit: String(RECENT_FILES_LIMIT) } }, signal),
    refetchInterval: ({ state }) => pollIndexing && !isLive && pollWhilePending(state.data),
    structuralSharing: keepUnchangedFiles,
  });
}

/**
 * Lists the files that the tree shows: all of them, or in a large room those of the open folder, `undefined` when none
 * is open.
 */
export function useTreeFiles(
  openFolderId: number | undefined,
  enabled: boolean,
): readonly File[] | undefined {
  const { data: first } = useQuery({
    enabled,
    queryKey: TREE_FILES_KEY,
    queryFn: ({ signal }) => call('GET /api/files', { query: { limit: String(TREE_FILES_LIMIT) } }, signal),
    structuralSharing: keepUnchangedFiles,
  });
  const isLarge = first?.length === TREE_FILES_LIMIT;
  const { data: open } = useFiles(openFolderId ?? null, {
    enabled: enabled && isLarge && openFolderId !== undefined,
  });
  if (!enabled) return undefined;
  return isLarge ? open : first;
}

/** Returns the number of all files if the tree has fetched all of them. */
export function useFetchedFileCount(): number | undefined {
  const { data: files } = useQuery<readonly File[]>({ queryKey: TREE_FILES_KEY, enabled: false });
  return files && files.length < TREE_FILES_LIMIT ? files.length : undefined;
}

/** Returns the folder of a file that a page has fetched. */
export function useFetchedFileFolder(fileId: number | undefined): number | undefined {
  const { data: file } = useQuery<FileWithContent>({ queryKey: fileKey(fileId ?? 0), enabled: false });
  return file?.folderId ?? undefined;
}

/** Fetches a file with its content; a cached list entry is the placeholder. */
export function useFile(id: number) {
  const client = useQueryClient();
  const isLive = useIsLive();
  return useQuery<FileWithContent>({
    queryKey: fileKey(id),
    queryFn: async ({ signal }) => {
      const file = await call('GET /api/files/:id', { params: { id } }, signal);
      forgetOldContent(client, file);
      return file;
    },
    refetchInterval: ({ state }) => !isLive && pollWhilePending(state.data && [state.data]),
    placeholderData: () => {
      const listed = findCachedFile(client, id);
      return listed && { ...listed, content: null };
    },
  });
}

export function useSetAllowDownload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, allowDownload }: { id: number; allowDownload: boolean }) =>
      call('PATCH /api/files/:id/allow-download', { params: { id }, body: { allowDownload } }),
    onSuccess: (file) => {
      updateCachedFiles(client, [file]);
      return refreshFileLists(client, [file.folderId]);
    },
    onError: (error) => toastError('Failed to change the download permission', error),
  });
}

/** Moves a file optimistically; rolls back and shows `failure` when the request fails. */
export function useMoveFile(failure = 'Failed to move file. Please try again.') {
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: ({ file, folderId }: { file: File; folderId: number | null }) =>
      call('PATCH /api/files/:id/move', { params: { id: file.id }, body: { folderId } }),
    onMutate: ({ file, folderId }) => updateCachedFiles(client, [{ ...file, folderId }]),
    onSuccess: (moved, { file }) => {
      toast({
        title: 'File moved',
        description: file.name,
        variant: 'success',
        action: { label: 'Undo', onAction: () => move.mutate({ file: moved, folderId: file.folderId }) },
      });
      updateCachedFiles(client, [moved]);
    },
    onError: (error, { file }) => {
      updateCachedFiles(client, [file]);
      toastError(failure, error);
    },
    onSettled: (_moved, _error, { file, folderId }) => refreshFileLists(client, [file.folderId, folderId]),
  });
  return move;
}
