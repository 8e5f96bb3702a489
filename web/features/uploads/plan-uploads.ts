import { nameProblem, storedName } from '#shared/domain/entry-name.ts';
import { compareByName } from '#web/features/folders/folder-hierarchy.ts';
import type { CollectedFiles } from './collect-files.ts';

export interface PlannedUpload {
  /** Path as shown to the user. */
  name: string;
  /** Folders to create, from the destination down. */
  path: readonly string[];
  /** `null` for an empty folder and for an unreadable file. */
  file: File | null;
  /** Reason why it cannot be sent; null when it can. */
  rejection: string | null;
  /** The file of which it becomes the next version; absent for a new file. */
  replaces?: Replacement;
  /** The placeholder in the destination that the file replaces. */
  placeholderId?: number;
}

export interface Replacement {
  fileId: number;
  note?: string;
  /** Waits for the publication of its room. */
  draft?: boolean;
}

const MB = 1024 * 1024;

/** Plans one upload per file, per empty folder and per unreadable entry, including rejected ones. */
export function planUploads(found: CollectedFiles, maxUploadSizeMB: number | undefined): PlannedUpload[] {
  const files = found.files.map(({ path, file }) => ({
    name: [...path, file.name].join('/'),
    path,
    file,
    rejection:
      findFolderNameError(path) ??
      nameProblem(storedName(file.name), 'The file has no name') ??
      findSizeError(file, maxUploadSizeMB),
  }));
  const nonEmptyFolders = new Set(
    [...found.files.map(({ path }) => path), ...found.folders.map((path) => path.slice(0, -1))].map(
      getPathKey,
    ),
  );
  const emptyFolders = found.folders
    .filter((path) => !nonEmptyFolders.has(getPathKey(path)))
    .map((path) => ({ name: path.join('/'), path, file: null, rejection: findFolderNameError(path) }));
  const unreadable = found.unreadable.map(({ name, reason }) => ({
    name,
    path: [],
    file: null,
    rejection: reason,
  }));
  return [...sortPlanned([...files, ...emptyFolders]), ...unreadable];
}

/** Sorts by path, `1.2 Articles` before `1.10 Annex`: the order in which they are listed, sent and numbered. */
export function sortPlanned(planned: readonly PlannedUpload[]): PlannedUpload[] {
  const partsOf = ({ name, path, file }: PlannedUpload) => (file ? [...path, file.name] : name.split('/'));
  const keyed = planned.map((each) => ({ each, parts: partsOf(each) }));
  return keyed.toSorted((a, b) => compareParts(a.parts, b.parts)).map(({ each }) => each);
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (const [depth, part] of a.entries()) {
    const order = compareByName({ name: part }, { name: b[depth] ?? '' });
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Joins with a slash, which no folder or file name contains. */
export const getPathKey = (path: readonly string[]): string => path.join('/');

function findFolderNameError(path: readonly string[]): string | null {
  for (const name of path) {
    const problem = nameProblem(storedName(name), 'A folder has no name');
    if (problem !== null) return `Folder “${name}”: ${problem}`;
  }
  return null;
}

function findSizeError(file: File, maxUploadSizeMB: number | undefined): string | null {
  if (maxUploadSizeMB === undefined || file.size <= maxUploadSizeMB * MB) return null;
  return `The file is larger than ${maxUploadSizeMB} MB, the upload limit.`;
}
