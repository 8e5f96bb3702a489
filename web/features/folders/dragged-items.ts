import type { DraggedItems } from './dragging.ts';

/** Whether all of this is where it would be dropped, so that a drop would change nothing. */
export function isAllIn({ folders, files }: DraggedItems, folderId: number | null): boolean {
  return (
    folders.every(({ parentId }) => parentId === folderId) &&
    files.every((file) => file.folderId === folderId)
  );
}

/** What is dragged, as the hand carries it. */
export function labelOf({ folders, files }: DraggedItems): string {
  const [first, ...others] = [...folders, ...files];
  if (first && others.length === 0) return first.name;
  return folders.length === 0 ? `${files.length} files` : `${folders.length + files.length} items`;
}
