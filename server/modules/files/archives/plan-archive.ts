import { zip } from '#server/engines/archives/archives.ts';
import type { FileResource } from '#shared/policies/files.ts';

/** A file as it is when the list of an archive is taken; whether it may leave is asked when its turn comes. */
export interface TreeFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly createdAt: number;
  /** By which the policy says whether the actor may download it. */
  readonly resource: FileResource;
}

export interface Tree {
  readonly folders: readonly (Tree & { readonly name: string })[];
  readonly files: readonly TreeFile[];
}

export interface PlannedEntry {
  /** The place in the tree, as in 1.2.3. */
  readonly number: string;
  readonly name: string;
  readonly path: string;
  /** Absent for a folder. */
  readonly file?: TreeFile;
  /** A folder without anything in it: only an entry of its own brings it into a zip. */
  readonly isEmpty?: true;
}

/** The index stands beside what it lists; a document of that name gets a number. */
export const INDEX_NAMES = ['index.csv', 'index.xlsx'];

/** As people count: `Annex 2` before `Annex 10`. */
const byName = new Intl.Collator('en', { numeric: true });
const sortByName = <Thing extends { readonly name: string }>(things: readonly Thing[]): Thing[] =>
  things.toSorted((a, b) => byName.compare(a.name, b.name));

/** Every folder and file of an archive in the order of its index: folders first, each with what it holds. */
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
