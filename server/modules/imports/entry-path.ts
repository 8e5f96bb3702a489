import { nameProblem } from '#shared/domain/entry-name.ts';
import { MAX_FOLDER_DEPTH } from '#shared/domain/limits.ts';

/** The names from the top folder to the file, or why the path cannot be imported. */
export type EntryPath =
  | { readonly names: readonly string[]; readonly isFolder: boolean }
  | { readonly problem: string };

/** Files that operating systems leave in folders. */
const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX(?:\/|$)|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;
const RESERVED_BY_WINDOWS = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i;

/** Parses a path of an archive or of an upload; `folderDepth` is the depth of the target folder. */
export function parseEntryPath(path: string, folderDepth: number): EntryPath {
  const plain = path.replaceAll('\\', '/');
  if (SYSTEM_FILE.test(plain)) return { problem: 'a file of the operating system' };
  if (plain.startsWith('/') || /^[A-Za-z]:/.test(plain)) return { problem: 'the path is absolute' };
  const names = plain
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .map((name) => (name === '..' ? name : name.normalize('NFC').trim()));
  if (names.includes('..')) return { problem: 'the path leads out of the folder' };
  if (names.length === 0) return { problem: 'the path is empty' };
  for (const name of names) {
    const problem = nameProblem(name, 'a name is empty');
    if (problem !== null) return { problem: `${problem.charAt(0).toLowerCase()}${problem.slice(1)}` };
  }
  const isFolder = plain.endsWith('/');
  const folders = isFolder ? names.length : names.length - 1;
  if (folderDepth + folders > MAX_FOLDER_DEPTH)
    return { problem: `more than ${MAX_FOLDER_DEPTH} levels of folders` };
  return { names, isFolder };
}

/** Returns the key under which file systems take different spellings of a path for the same. */
export const similarityKeyOf = (names: readonly string[]): string =>
  names.join('/').normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

export const isReservedByWindows = (name: string): boolean => RESERVED_BY_WINDOWS.test(name);
