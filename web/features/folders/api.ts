import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createFolder,
  deleteFolder,
  type Folder,
  getFolder,
  getFolderTree,
  listFolders,
  updateFolder,
} from '#shared/contracts/folders.ts';
import { call, callWholeList } from '#web/lib/call.ts';

const TREE_KEY = ['folders', 'tree'] as const;
const listKey = (parentId: number | null) => ['folders', 'in', parentId] as const;
const oneKey = (id: number) => ['folders', 'one', id] as const;

/** The folders directly in a folder, or the root's with `null`. */
export function useFolders(parentId: number | null) {
  return useQuery({
    queryKey: listKey(parentId),
    queryFn: ({ signal }) => callWholeList(listFolders, { parentId: String(parentId) }, signal),
  });
}

export function useFolder(id: number) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getFolder, { params: { id } }, signal),
  });
}

/** Every folder that the user may see. */
export function useFolderTree() {
  return useQuery({
    queryKey: TREE_KEY,
    queryFn: ({ signal }) => callWholeList(getFolderTree, {}, signal),
  });
}

export function useCreateFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (folder: { name: string; parentId: number | null }) => call(createFolder, { body: folder }),
    onSuccess: (folder) => refreshFolderLists(client, [folder.parentId]),
  });
}

export function useRenameFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call(updateFolder, { params: { id }, body: { name } }),
    onSuccess: (folder) => {
      client.setQueryData(oneKey(folder.id), folder);
      return refreshFolderLists(client, [folder.parentId]);
    },
  });
}

export function useMoveFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ folder, parentId }: { folder: Folder; parentId: number | null }) =>
      call(updateFolder, { params: { id: folder.id }, body: { parentId } }),
    onSuccess: (moved, { folder }) => {
      client.setQueryData(oneKey(moved.id), moved);
      return refreshFolderLists(client, [folder.parentId, moved.parentId]);
    },
  });
}

/** Deletes a folder with all that is in it, so that every list of files may be shorter after it. */
export function useDeleteFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: number; parentId: number | null }) => call(deleteFolder, { params: { id } }),
    onSuccess: (_done, { id, parentId }) => {
      client.removeQueries({ queryKey: oneKey(id) });
      return Promise.all([
        refreshFolderLists(client, [parentId]),
        client.invalidateQueries({ queryKey: ['files'] }),
      ]);
    },
  });
}

/** Loads anew the lists that show what lies in these folders. */
export function refreshFolderLists(
  client: QueryClient,
  parentIds: Iterable<number | null>,
): Promise<unknown> {
  const keys = [TREE_KEY, ...[...new Set(parentIds)].map(listKey)];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
