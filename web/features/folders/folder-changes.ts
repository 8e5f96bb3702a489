import { useMutation, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useLocation, useRoute } from 'wouter';
import type { Folder } from '#shared/contracts/folders.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { useRestoreItems } from '#web/features/trash/restore-items.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { FOLDER_CREATED } from './api.ts';
import { FOLDER_TREE_KEY, folderKey, refreshFolderLists, updateCachedFolder } from './folder-cache.ts';

export function useCreateFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (folder: { name: string; parentId: number | null }) =>
      call('POST /api/folders', { body: folder }),
    onSuccess: (folder) => {
      toast({ title: FOLDER_CREATED, description: folder.name, variant: 'success' });
      return refreshFolderLists(client, [folder.parentId]);
    },
    onError: (error) => toastError('Failed to create folder', error),
  });
}

/** Renames a folder. */
export function useRenameFolder() {
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: ({ folder, name }: { folder: Folder; name: string }) =>
      call('PATCH /api/folders/:id', { params: { id: folder.id }, body: { name } }),
    onSuccess: (renamed, { folder }) => {
      toast({
        title: 'Folder updated',
        description: renamed.name,
        variant: 'success',
        action: { label: 'Undo', onAction: () => rename.mutate({ folder: renamed, name: folder.name }) },
      });
      updateCachedFolder(client, renamed);
    },
    onError: (error) => toastError('Error', error, 'Failed to update folder name. Please try again.'),
    // Not awaited: the lists show the name already.
    onSettled: (_renamed, _error, { folder }) => {
      void refreshFolderLists(client, [folder.parentId]);
      void client.invalidateQueries({ queryKey: folderKey(folder.id) });
    },
  });
  return rename;
}

/** Deletes a folder with everything in it. Navigates home when it is the open folder. */
export function useDeleteFolder() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [, openPage] = useRoute('/folder/:id');
  const restore = useRestoreItems();
  return useMutation({
    mutationFn: ({ id }: Pick<Folder, 'id' | 'name' | 'parentId'>) =>
      call('DELETE /api/folders/:id', { params: { id } }),
    onSuccess: (_done, { id, name, parentId }) => {
      toast({
        title: 'Folder deleted',
        description: name,
        variant: 'success',
        action: { label: 'Undo', onAction: () => restore.mutate([{ kind: 'folder', id, name }]) },
      });
      const nodes = new Map(client.getQueryData<Folder[]>(FOLDER_TREE_KEY)?.map((node) => [node.id, node]));
      const openId = Number(openPage?.id);
      if (openId === id || ancestorsAndSelf(nodes, openId).includes(id)) {
        // Navigates synchronously; the open page would refetch the deleted folder otherwise.
        flushSync(() => navigate('/'));
      }
      client.removeQueries({ queryKey: folderKey(id) });
      return Promise.all([
        refreshFolderLists(client, [parentId]),
        client.invalidateQueries({ queryKey: ['files'] }),
      ]);
    },
    onError: (error) => toastError('Failed to delete folder. Please try again.', error),
  });
}

/** Ends the user's own access to a shared folder. */
export function useLeaveFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Folder, 'id' | 'name' | 'parentId'>) =>
      call('POST /api/folders/:id/leave', { params: { id } }),
    onSuccess: (_done, { id, name, parentId }) => {
      toast({ title: 'Folder left', description: name, variant: 'success' });
      client.removeQueries({ queryKey: folderKey(id) });
      return refreshFolderLists(client, [parentId]);
    },
    onError: (error) => toastError('Failed to leave folder', error),
  });
}
