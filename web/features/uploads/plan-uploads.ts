import { nameProblem } from '#shared/domain/entry-name.ts';
import type { FoundFiles } from './collect-files.ts';

export interface PlannedUpload {
  /** As the person knows it: with the folders that lead to it. */
  name: string;
  /** The folders to make, from the destination down. */
  path: readonly string[];
  /** `null` for a folder that holds nothing, and for what could not be read. */
  file: File | null;
  /** Why it can't be sent; null when it can. */
  refusal: string | null;
}

const MB = 1024 * 1024;

/** One line for each file, for each folder that stays empty and for what could not be read, refusals among them. */
export function planUploads(found: FoundFiles, maxUploadSizeMB: number | undefined): PlannedUpload[] {
  const files = found.files.map(({ path, file }) => ({
    name: [...path, file.name].join('/'),
    path,
    file,
    refusal:
      folderProblem(path) ??
      nameProblem(file.name.trim(), 'The file has no name') ??
      sizeProblem(file, maxUploadSizeMB),
  }));
  const filled = new Set(
    [...found.files.map(({ path }) => path), ...found.folders.map((path) => path.slice(0, -1))].map(keyOf),
  );
  const emptyFolders = found.folders
    .filter((path) => !filled.has(keyOf(path)))
    .map((path) => ({ name: path.join('/'), path, file: null, refusal: folderProblem(path) }));
  const unreadable = found.unreadable.map(({ name, reason }) => ({
    name,
    path: [],
    file: null,
    refusal: reason,
  }));
  return [...files, ...emptyFolders, ...unreadable];
}

/** No name of a folder or file contains a slash. */
export const keyOf = (path: readonly string[]): string => path.join('/');

function folderProblem(path: readonly string[]): string | null {
  for (const name of path) {
    const problem = nameProblem(name.trim(), 'A folder has no name');
    if (problem !== null) return `Folder “${name}”: ${problem}`;
  }
  return null;
}

function sizeProblem(file: File, maxUploadSizeMB: number | undefined): string | null {
  if (maxUploadSizeMB === undefined || file.size <= maxUploadSizeMB * MB) return null;
  return `The file is larger than ${maxUploadSizeMB} MB, the most that may be uploaded.`;
}
