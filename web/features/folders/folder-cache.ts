import type { QueryClient } from '@tanstack/react-query';
import type { Folder } from '#shared/contracts/folders.ts';

export const FOLDER_TREE_KEY = ['folders', 'tree'] as const;
/** The first part of the keys of all lists of subfolders. */
export const SUBFOLDERS_KEY = ['folders', 'children'] as const;
export const subfoldersKey = (parentId: number | null) => [...SUBFOLDERS_KEY, parentId] as const;
export const folderKey = (id: number) => ['folders', 'detail', id] as const;

/** Invalidates the lists that show the contents of these folders. */
export function refreshFolderLists(
  client: QueryClient,
  parentIds: Iterable<number | null>,
): Promise<unknown> {
  const keys = [FOLDER_TREE_KEY, ...[...new Set(parentIds)].map(subfoldersKey)];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/**
 * Updates a folder in every cached list, also when its parent changed. Its details keep what lists and changes do not contain,
 * such as its number and the state of its room.
 */
export function updateCachedFolder(client: QueryClient, folder: Folder): void {
  const withNew = (list: readonly Folder[] | undefined) =>
    list?.map((each) => (each.id === folder.id ? { ...each, ...folder } : each));
  client.setQueryData<readonly Folder[]>(FOLDER_TREE_KEY, withNew);
  for (const [queryKey, list] of client.getQueriesData<readonly Folder[]>({ queryKey: SUBFOLDERS_KEY })) {
    if (!list) continue;
    const others = list.filter(({ id }) => id !== folder.id);
    const isHere = queryKey[SUBFOLDERS_KEY.length] === folder.parentId;
    if (isHere || others.length < list.length)
      client.setQueryData(queryKey, isHere ? [...others, folder] : others);
  }
  client.setQueryData<Folder>(folderKey(folder.id), (known) => known && { ...known, ...folder });
}
