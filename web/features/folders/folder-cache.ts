import type { QueryClient } from '@tanstack/react-query';
import type { Folder } from '#shared/contracts/folders.ts';

export const TREE_KEY = ['folders', 'tree'] as const;
const IN_KEY = ['folders', 'in'] as const;
export const listKey = (parentId: number | null) => [...IN_KEY, parentId] as const;
export const oneKey = (id: number) => ['folders', 'one', id] as const;

/** Loads anew the lists that show what lies in these folders. */
export function refreshFolderLists(
  client: QueryClient,
  parentIds: Iterable<number | null>,
): Promise<unknown> {
  const keys = [TREE_KEY, ...[...new Set(parentIds)].map(listKey)];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Shows a folder as it is now, or as it is about to be, wherever it is listed, also when its parent changed. */
export function showFolder(client: QueryClient, folder: Folder): void {
  const withNew = (list: readonly Folder[] | undefined) =>
    list?.map((each) => (each.id === folder.id ? folder : each));
  client.setQueryData<readonly Folder[]>(TREE_KEY, withNew);
  for (const [queryKey, list] of client.getQueriesData<readonly Folder[]>({ queryKey: IN_KEY })) {
    if (!list) continue;
    const others = list.filter(({ id }) => id !== folder.id);
    const isHere = queryKey[IN_KEY.length] === folder.parentId;
    if (isHere || others.length < list.length)
      client.setQueryData(queryKey, isHere ? [...others, folder] : others);
  }
  client.setQueryData<Folder>(oneKey(folder.id), (known) => known && folder);
}
