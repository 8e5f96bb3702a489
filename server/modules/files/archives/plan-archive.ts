import { zip } from '#server/engines/archives/archives.ts';
import type { FileResource } from '#shared/policies/files.ts';

/** Describes a file at the time the archive is planned; the permission is checked again when the file is written. */
export interface TreeFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly createdAt: number;
  /** Input of the policy that decides on the download. */
  readonly resource: FileResource;
}

export interface Tree {
  readonly folders: readonly (Tree & { readonly name: string })[];
  readonly files: readonly TreeFile[];
}

export interface PlannedEntry {
  /** Number of the entry in the tree, such as 1.2.3. */
  readonly number: string;
  readonly name: string;
  readonly path: string;
  /** Absent for a folder. */
  readonly file?: TreeFile;
  /** True for an empty folder, which needs a zip entry of its own. */
  readonly isEmpty?: true;
}

/** Name of the index in the archive; a document of the same name gets a number. */
export const INDEX_NAMES = ['index.csv', 'index.xlsx'];

/** Sorts numbers by their value: `Annex 2` before `Annex 10`. */
const byName = new Intl.Collator('en', { numeric: true });
const sortByName = <Thing extends { readonly name: string }>(things: readonly Thing[]): Thing[] =>
  things.toSorted((a, b) => byName.compare(a.name, b.name));

/** Lists every folder and file of an archive in the order of its index: folders first, each with its content. */
export function* planArchive(
  tree: Tree,
  numbers: readonly number[] = [],
  path = '',
): Generator<PlannedEntry> {
  const giveName = zip.createEntryNamer(path, path === '' ? INDEX_NAMES : []);
  let place = 0;
  const placed = (name: string) => {
    place += 1;
    return { number: [...numbers, place].join('.'), name, path: `${path}${giveName(name)}` };
  };
  for (const folder of sortByName(tree.folders)) {
    const entry = placed(folder.name);
    const isEmpty = folder.folders.length + folder.files.length === 0;
    yield { ...entry, ...(isEmpty && { isEmpty }) };
    yield* planArchive(folder, [...numbers, place], `${entry.path}/`);
  }
  for (const file of sortByName(tree.files)) yield { ...placed(file.name), file };
}
