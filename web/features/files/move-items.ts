import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { useMoveFolder } from '#web/features/folders/api.ts';
import type { DragItems, DropTarget } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { FOLDER_TREE_KEY } from '#web/features/folders/folder-cache.ts';
import { rejectInvalidMove } from '#web/features/folders/reject-invalid-move.ts';
import { useMoveFile } from './api.ts';
import { moveTo, useMoveFiles } from './move-files.ts';

/** Returns a function that moves dropped items to a target, skipping those already in it. */
export function useMoveItems(): (items: DragItems, place: DropTarget) => void {
  const client = useQueryClient();
  const { mutate: moveFolder } = useMoveFolder();
  const { mutate: moveFile } = useMoveFile('Failed to move file');
  const { mutate: moveFiles } = useMoveFiles();
  return useCallback(
    ({ folders, files }, { id }) => {
      const nodes = client.getQueryData<readonly Folder[]>(FOLDER_TREE_KEY) ?? [];
      for (const folder of folders) {
        if (folder.parentId === id || rejectInvalidMove(nodes, folder.id, id)) continue;
        moveFolder({ folder, parentId: id });
      }
      const moved = files.filter(({ folderId }) => folderId !== id);
      const [first, ...others] = moved;
      if (others.length > 0) moveFiles(moveTo(moved, id));
      else if (first) moveFile({ file: first, folderId: id });
    },
    [client, moveFolder, moveFile, moveFiles],
  );
}
