import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';

export interface DragItems {
  folders: readonly Folder[];
  files: readonly File[];
}

/** Where things can be dropped: a folder, or the root, whose id is `null`. */
export interface DropTarget {
  id: number | null;
  name: string;
}

/** Whether all of this is where it would be dropped, so that a drop would change nothing. */
export function areAllIn({ folders, files }: DragItems, folderId: number | null): boolean {
  return (
    folders.every(({ parentId }) => parentId === folderId) &&
    files.every((file) => file.folderId === folderId)
  );
}

/** What is dragged, as the hand carries it. */
export function getDragLabel({ folders, files }: DragItems): string {
  const [first, ...others] = [...folders, ...files];
  if (first && others.length === 0) return first.name;
  return folders.length === 0 ? `${files.length} files` : `${folders.length + files.length} items`;
}
