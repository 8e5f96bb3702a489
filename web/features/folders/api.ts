import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Folder } from '#shared/contracts/folders.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import {
  FOLDER_TREE_KEY,
  folderKey,
  refreshFolderLists,
  subfoldersKey,
  updateCachedFolder,
} from './folder-cache.ts';
import { compareInOrder } from './folder-hierarchy.ts';

export const FOLDER_CREATED = 'Folder created';

const sortInOrder = (folders: Folder[]): Folder[] => folders.toSorted(compareInOrder);

/** Lists the subfolders of a folder (`null`: the root), once `enabled`. */
export function useFolders(parentId: number | null, enabled = true) {
  return useQuery({
    enabled,
    queryKey: subfoldersKey(parentId),
    queryFn: ({ signal }) =>
      callAllPages('GET /api/folders', { parentId: String(parentId), contents: 'true' }, signal),
    select: sortInOrder,
  });
}

export function useFolder(id: number) {
  return useQuery({
    queryKey: folderKey(id),
    queryFn: ({ signal }) => call('GET /api/folders/:id', { params: { id } }, signal),
  });
}

/** Lists all visible folders as tree nodes. */
export function useFolderTree() {
  return useQuery({
    queryKey: FOLDER_TREE_KEY,
    queryFn: ({ signal }) => callAllPages('GET /api/folders', {}, signal),
  });
}

/** Moves a folder optimistically and rolls back when the request fails. */
export function useMoveFolder() {
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: ({ folder, parentId }: { folder: Folder; parentId: number | null }) =>
      call('PATCH /api/folders/:id', { params: { id: folder.id }, body: { parentId } }),
    onMutate: ({ folder, parentId }) => updateCachedFolder(client, { ...folder, parentId }),
    onSuccess: (moved, { folder }) => {
      toast({
        title: 'Folder moved',
        description: folder.name,
        variant: 'success',
        action: { label: 'Undo', onAction: () => move.mutate({ folder: moved, parentId: folder.parentId }) },
      });
      updateCachedFolder(client, moved);
    },
    onError: (error, { folder }) => {
      updateCachedFolder(client, folder);
      toastError('Failed to move folder', error);
    },
    onSettled: (_moved, _error, { folder, parentId }) =>
      Promise.all([
        refreshFolderLists(client, [folder.parentId, parentId]),
        client.invalidateQueries({ queryKey: folderKey(folder.id) }),
        // The numbers of the files after it change in a room.
        folder.number !== undefined && client.invalidateQueries({ queryKey: ['files', 'folder'] }),
      ]),
  });
  return move;
}
