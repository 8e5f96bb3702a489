import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';

export interface DragItems {
  folders: readonly Folder[];
  files: readonly File[];
}

/** Drop target: a folder, or the root with id `null`. */
export interface DropTarget {
  id: number | null;
  name: string;
}

/** Orders the entries of a folder: what is dropped at an edge of an element goes before or after its entry. */
export interface OrderTarget {
  folderId: number;
  onDrop: (items: DragItems, edge: 'before' | 'after') => void;
}

/** Returns true for a single item of the folder, which can be ordered. */
export const isOneIn = (items: DragItems, folderId: number): boolean =>
  items.folders.length + items.files.length === 1 && areAllIn(items, folderId);

/** Returns true when all items are already in the folder, so that a drop would change nothing. */
export function areAllIn({ folders, files }: DragItems, folderId: number | null): boolean {
  return (
    folders.every(({ parentId }) => parentId === folderId) &&
    files.every((file) => file.folderId === folderId)
  );
}

/** Label of the drag image: the item's name, or the number of items. */
export function getDragLabel({ folders, files }: DragItems): string {
  const [first, ...others] = [...folders, ...files];
  if (first && others.length === 0) return first.name;
  return folders.length === 0 ? `${files.length} files` : `${folders.length + files.length} items`;
}

/** Returns what other windows receive of a drag: the address of a single file's page, which requests attach. */
export function getExternalData({ folders, files }: DragItems, origin: string): Record<string, string> {
  const [file] = files;
  if (!file || files.length + folders.length > 1) return {};
  return { 'text/uri-list': `${origin}/file/${file.id}` };
}
