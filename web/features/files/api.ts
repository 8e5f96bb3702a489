import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { File, FileWithContent } from '#shared/contracts/files.ts';
import { MOST_RECENT_FILES } from '#shared/domain/preferences.ts';
import { toastFailure } from '#web/features/auth/toast-failure.ts';
import { call, callWholeList } from '#web/lib/call.ts';
import { toast } from '#web/ui/toast.ts';

const ALL_KEY = ['files', 'all'] as const;
const RECENT_KEY = ['files', 'recent'] as const;
const listKey = (folderId: number | null) => ['files', 'in', folderId] as const;
const oneKey = (id: number) => ['files', 'one', id] as const;

/** One more than any user may choose to see, which tells whether there are more. */
const MOST_RECENT = MOST_RECENT_FILES + 1;

const REFRESH_MS = 2000;

/**
 * The one place where data are asked for again by themselves: while the server reads files that are on the screen.
 * The specification's 'no polling' is about everything else, and it stops as soon as none is pending.
 */
const whilePending = (files: readonly Pick<File, 'indexStatus'>[] | undefined): number | false =>
  files?.some(({ indexStatus }) => indexStatus === 'pending') ? REFRESH_MS : false;

/** The files in a folder, in the root with `null`, or with `undefined` all that the user may see; newest first. */
export function useFiles(
  folderId: number | null | undefined,
  { followReading = false, enabled = true } = {},
) {
  return useQuery({
    queryKey: folderId === undefined ? ALL_KEY : listKey(folderId),
    queryFn: ({ signal }) =>
      callWholeList('GET /api/files', folderId === undefined ? {} : { folderId: String(folderId) }, signal),
    refetchInterval: ({ state }) => followReading && whilePending(state.data),
    enabled,
  });
}

/** The newest files of all folders: as many as any user may choose to see, and one more. */
export function useRecentFiles({ followReading = false } = {}) {
  return useQuery({
    queryKey: RECENT_KEY,
    queryFn: ({ signal }) => call('GET /api/files', { query: { limit: String(MOST_RECENT) } }, signal),
    refetchInterval: ({ state }) => followReading && whilePending(state.data),
  });
}

/** One file; until its content is here, what a list knows of it. */
export function useFile(id: number) {
  const client = useQueryClient();
  return useQuery<FileWithContent>({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call('GET /api/files/:id', { params: { id } }, signal),
    refetchInterval: ({ state }) => whilePending(state.data && [state.data]),
    placeholderData: () => {
      const listed = findListed(client, id);
      return listed && { ...listed, content: null };
    },
  });
}

export function useSetAllowDownload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, allowDownload }: { id: number; allowDownload: boolean }) =>
      call('PATCH /api/files/:id/allow-download', { params: { id }, body: { allowDownload } }),
    onSuccess: (file) => refreshFile(client, file, [file.folderId]),
    onError: (error) => toastFailure('Failed to change the download permission', error),
  });
}

export function useMoveFile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, folderId }: { file: File; folderId: number | null }) =>
      call('PATCH /api/files/:id/move', { params: { id: file.id }, body: { folderId } }),
    onSuccess: (moved, { file }) => {
      toast({ title: 'File moved', description: file.name, variant: 'success' });
      return refreshFile(client, moved, [file.folderId, moved.folderId]);
    },
    onError: (error) => toastFailure('Failed to move file', error),
  });
}

/** `onDeleted` is for who shows the file, so that nothing asks for it once more. */
export function useDeleteFile(onDeleted: (file: File) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => call('DELETE /api/files/:id', { params: { id: file.id } }),
    onSuccess: (_done, file) => {
      toast({ title: 'File deleted', description: file.name, variant: 'success' });
      onDeleted(file);
      client.removeQueries({ queryKey: oneKey(file.id) });
      return refreshFileLists(client, [file.folderId]);
    },
    onError: (error) => toastFailure('Failed to delete file. Please try again.', error),
  });
}

/** Loads anew the lists that show files of these folders. */
export function refreshFileLists(client: QueryClient, folderIds: Iterable<number | null>): Promise<unknown> {
  const keys = [ALL_KEY, RECENT_KEY, ...[...new Set(folderIds)].map(listKey)];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

function refreshFile(
  client: QueryClient,
  file: File,
  folderIds: readonly (number | null)[],
): Promise<unknown> {
  client.setQueryData<FileWithContent>(oneKey(file.id), (known) => known && { ...known, ...file });
  return refreshFileLists(client, folderIds);
}

function findListed(client: QueryClient, id: number): File | undefined {
  const lists = [ALL_KEY, RECENT_KEY, ['files', 'in']].flatMap((queryKey) =>
    client.getQueriesData<readonly File[]>({ queryKey }),
  );
  for (const [, files] of lists) {
    const file = files?.find((each) => each.id === id);
    if (file) return file;
  }
  return undefined;
}
