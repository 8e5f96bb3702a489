import { nameProblem } from '#shared/domain/entry-name.ts';
import type { CollectedFiles } from './collect-files.ts';

export interface PlannedUpload {
  /** As the person knows it: with the folders that lead to it. */
  name: string;
  /** The folders to make, from the destination down. */
  path: readonly string[];
  /** `null` for a folder that holds nothing, and for what could not be read. */
  file: File | null;
  /** Why it can't be sent; null when it can. */
  rejection: string | null;
}

const MB = 1024 * 1024;

/** One line for each file, for each folder that stays empty and for what could not be read, refusals among them. */
export function planUploads(found: CollectedFiles, maxUploadSizeMB: number | undefined): PlannedUpload[] {
  const files = found.files.map(({ path, file }) => ({
    name: [...path, file.name].join('/'),
    path,
    file,
    rejection:
      findFolderNameError(path) ??
      nameProblem(file.name.trim(), 'The file has no name') ??
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
  return [...files, ...emptyFolders, ...unreadable];
}

/** No name of a folder or file contains a slash. */
export const getPathKey = (path: readonly string[]): string => path.join('/');

function findFolderNameError(path: readonly string[]): string | null {
  for (const name of path) {
    const problem = nameProblem(name.trim(), 'A folder has no name');
    if (problem !== null) return `Folder “${name}”: ${problem}`;
  }
  return null;
}

function findSizeError(file: File, maxUploadSizeMB: number | undefined): string | null {
  if (maxUploadSizeMB === undefined || file.size <= maxUploadSizeMB * MB) return null;
  return `The file is larger than ${maxUploadSizeMB} MB, the upload limit.`;
}
