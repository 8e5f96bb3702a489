import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useLocation, useRoute } from 'wouter';
import type { Folder } from '#shared/contracts/folders.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { toastFailure } from '#web/features/auth/toast-failure.ts';
import { call, callWholeList } from '#web/lib/call.ts';
import { toast } from '#web/ui/toast.ts';
import { byName } from './folder-outline.ts';

const TREE_KEY = ['folders', 'tree'] as const;
const listKey = (parentId: number | null) => ['folders', 'in', parentId] as const;
const oneKey = (id: number) => ['folders', 'one', id] as const;

const sortByName = (folders: Folder[]): Folder[] => folders.toSorted(byName);

/** The folders directly in a folder, or the root's with `null`. */
export function useFolders(parentId: number | null) {
  return useQuery({
    queryKey: listKey(parentId),
    queryFn: ({ signal }) => callWholeList('GET /api/folders', { parentId: String(parentId) }, signal),
    select: sortByName,
  });
}

export function useFolder(id: number) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call('GET /api/folders/:id', { params: { id } }, signal),
  });
}

/** Every folder that the user may see: as the tree's nodes, and with what one may do to each. */
export function useFolderTree() {
  return useQuery({
    queryKey: TREE_KEY,
    queryFn: ({ signal }) => callWholeList('GET /api/folders', {}, signal),
  });
}

export function useCreateFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (folder: { name: string; parentId: number | null }) =>
      call('POST /api/folders', { body: folder }),
    onSuccess: (folder) => {
      toast({ title: 'Folder created', description: folder.name, variant: 'success' });
      return refreshFolderLists(client, [folder.parentId]);
    },
    onError: (error) => toastFailure('Failed to create folder', error),
  });
}

export function useRenameFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call('PATCH /api/folders/:id', { params: { id }, body: { name } }),
    onSuccess: (folder) => {
      toast({ title: 'Folder updated', description: folder.name, variant: 'success' });
      client.setQueryData(oneKey(folder.id), folder);
      return refreshFolderLists(client, [folder.parentId]);
    },
    onError: (error) => toastFailure('Error', error, 'Failed to update folder name. Please try again.'),
  });
}

export function useMoveFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ folder, parentId }: { folder: Folder; parentId: number | null }) =>
      call('PATCH /api/folders/:id', { params: { id: folder.id }, body: { parentId } }),
    onSuccess: (moved, { folder }) => {
      toast({ title: 'Folder moved', description: folder.name, variant: 'success' });
      client.setQueryData(oneKey(moved.id), moved);
      return refreshFolderLists(client, [folder.parentId, moved.parentId]);
    },
    onError: (error) => toastFailure('Failed to move folder', error),
  });
}

/** Deletes a folder with all that is in it. When that is where one is, one comes home. */
export function useDeleteFolder() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [, openPage] = useRoute('/folder/:id');
  return useMutation({
    mutationFn: ({ id }: Pick<Folder, 'id' | 'name' | 'parentId'>) =>
      call('DELETE /api/folders/:id', { params: { id } }),
    onSuccess: (_done, { id, name, parentId }) => {
      toast({ title: 'Folder deleted', description: name, variant: 'success' });
      const nodes = new Map(client.getQueryData<Folder[]>(TREE_KEY)?.map((node) => [node.id, node]));
      const openId = Number(openPage?.id);
      if (openId === id || ancestorsAndSelf(nodes, openId).includes(id)) {
        // At once, or the page that is left would ask for what is gone.
        flushSync(() => navigate('/'));
      }
      client.removeQueries({ queryKey: oneKey(id) });
      return Promise.all([
        refreshFolderLists(client, [parentId]),
        client.invalidateQueries({ queryKey: ['files'] }),
      ]);
    },
    onError: (error) => toastFailure('Failed to delete folder. Please try again.', error),
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
