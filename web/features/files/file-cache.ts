import type { QueryClient } from '@tanstack/react-query';
import type { File, FileWithContent } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { FOLDER_TREE_KEY, SUBFOLDERS_KEY } from '#web/features/folders/folder-cache.ts';

export const ALL_FILES_KEY = ['files', 'all'] as const;
export const RECENT_FILES_KEY = ['files', 'recent'] as const;
export const TREE_FILES_KEY = ['files', 'tree'] as const;
const FOLDER_FILES_KEY = ['files', 'folder'] as const;
export const folderFilesKey = (folderId: number | null) => [...FOLDER_FILES_KEY, folderId] as const;
const DETAILS_KEY = ['files', 'detail'] as const;
export const fileKey = (id: number) => [...DETAILS_KEY, id] as const;

export const pagesKey = (id: number) => ['files', 'pages', id] as const;
export const versionsKey = (id: number) => ['files', 'versions', id] as const;

/** The first parts of the keys of what is made of the current content of a file; its id follows. */
const CONTENT_KEYS = ['pages', 'find', 'passage', 'beginning', 'bytes', 'as-pdf'].map((kind) => [
  'files',
  kind,
]);
const contentKeys = (id: number) => CONTENT_KEYS.map((key) => [...key, id]);

/** Returns a key for elements that show the content of a file: another version needs others. */
export const contentId = ({ id, version = 1 }: Pick<File, 'id' | 'version'>): string => `${id} ${version}`;

const LISTS_OF_ALL_FOLDERS = [ALL_FILES_KEY, RECENT_FILES_KEY, TREE_FILES_KEY];

/** Invalidates the lists that show files of these folders. */
export function refreshFileLists(client: QueryClient, folderIds: Iterable<number | null>): Promise<unknown> {
  const folderLists = [...new Set(folderIds)].map(folderFilesKey);
  // The cards of folders count their files.
  const keys = [...LISTS_OF_ALL_FOLDERS, ...folderLists, SUBFOLDERS_KEY, ...numberedTree(client, folderIds)];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Returns the key of the tree if it shows numbers in these folders, which change with their files. */
function numberedTree(client: QueryClient, folderIds: Iterable<number | null>): readonly unknown[][] {
  const places = new Set(folderIds);
  const tree = client.getQueryData<readonly Folder[]>(FOLDER_TREE_KEY) ?? [];
  const isNumbered = tree.some(({ number, parentId }) => number !== undefined && places.has(parentId));
  return isNumbered ? [[...FOLDER_TREE_KEY]] : [];
}

/** Invalidates everything that shows the content of a file: another version is current. */
export function refreshFileContent(client: QueryClient, id: number): Promise<unknown> {
  const keys = [fileKey(id), versionsKey(id), ...contentKeys(id)];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/**
 * Drops the content of a file from the cache if the file that the server has just sent is of another version than the cached one.
 */
export function forgetOldContent(client: QueryClient, file: FileWithContent): void {
  const known = client.getQueryData<FileWithContent>(fileKey(file.id));
  if (!known || contentId(known) === contentId(file)) return;
  for (const queryKey of contentKeys(file.id)) client.removeQueries({ queryKey });
}

/** Updates files in every cached list, also when they moved to another folder. */
export function updateCachedFiles(client: QueryClient, files: readonly File[]): void {
  const byId = new Map(files.map((file) => [file.id, file]));
  // Keeps what only lists contain, such as the names of owners, and other files as they are: a new object is compared part by
  // part.
  const withNew = (list: readonly File[] | undefined) =>
    list?.map((file) => {
      const changed = byId.get(file.id);
      return changed ? { ...file, ...changed } : file;
    });
  for (const key of LISTS_OF_ALL_FOLDERS) client.setQueryData<readonly File[]>(key, withNew);
  for (const [queryKey, list] of client.getQueriesData<readonly File[]>({ queryKey: FOLDER_FILES_KEY })) {
    if (!list) continue;
    const others = list.filter(({ id }) => !byId.has(id));
    const here = files.filter(({ folderId }) => folderId === queryKey[FOLDER_FILES_KEY.length]);
    const known = new Map(list.map((file) => [file.id, file]));
    if (here.length > 0 || others.length < list.length)
      client.setQueryData(queryKey, [...here.map((file) => ({ ...known.get(file.id), ...file })), ...others]);
  }
  for (const [queryKey, known] of client.getQueriesData<FileWithContent>({ queryKey: DETAILS_KEY })) {
    const changed = known && byId.get(known.id);
    if (!changed) continue;
    if (contentId(changed) === contentId(known))
      client.setQueryData<FileWithContent>(queryKey, { ...known, ...changed });
    // The text of the other version must be fetched.
    else void client.invalidateQueries({ queryKey });
  }
}

/**
 * Removes files from the cached lists of all files and of folders. Lists of the newest ones are asked for again: others follow.
 */
export function removeCachedFiles(client: QueryClient, files: readonly File[]): void {
  const ids = new Set(files.map(({ id }) => id));
  void client.invalidateQueries({ queryKey: RECENT_FILES_KEY });
  for (const queryKey of [ALL_FILES_KEY, FOLDER_FILES_KEY])
    client.setQueriesData<readonly File[]>({ queryKey }, (list) => list?.filter(({ id }) => !ids.has(id)));
}

/** Drops what is cached about single files, which are gone. */
export function forgetFiles(client: QueryClient, files: readonly File[]): void {
  const ids = new Set<unknown>(files.map(({ id }) => id));
  // One pass over the cache; a call for each of thousands of files would pass it every time.
  client.removeQueries({
    queryKey: DETAILS_KEY,
    predicate: ({ queryKey }) => ids.has(queryKey[DETAILS_KEY.length]),
  });
}

/** Finds a file in the cached lists. */
export function findCachedFile(client: QueryClient, id: number): File | undefined {
  const lists = [...LISTS_OF_ALL_FOLDERS, FOLDER_FILES_KEY].flatMap((queryKey) =>
    client.getQueriesData<readonly File[]>({ queryKey }),
  );
  for (const [, files] of lists) {
    const file = files?.find((each) => each.id === id);
    if (file) return file;
  }
  return undefined;
}
