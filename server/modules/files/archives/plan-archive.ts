import { zip } from '#server/engines/archives/archives.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';
import type { FileResource } from '#shared/policies/files.ts';

/** Describes a file at the time the archive is planned; the permission is checked again when the file is written. */
export interface TreeFile {
  readonly id: number;
  /** The number in a room; without it, names are numbered in their order. */
  readonly number?: string | undefined;
  readonly name: string;
  readonly size: number;
  readonly createdAt: number;
  /** Input of the policy that decides on the download. */
  readonly resource: FileResource;
}

export interface Tree {
  readonly folders: readonly (Tree & { readonly name: string; readonly number?: string | undefined })[];
  readonly files: readonly TreeFile[];
}

export interface PlannedEntry {
  /** The number of the entry in the room or in the archive, such as 1.2.3. */
  readonly number: string;
  readonly name: string;
  readonly path: string;
  /** 1 for the content of the folder that the archive is of. */
  readonly depth: number;
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

type Folder = Tree['folders'][number];

/** Sorts the content of a folder of a room by its numbers, elsewhere folders before files by name. */
function sortContent({ folders, files }: Tree): (Folder | TreeFile)[] {
  const byNumber = (a: Folder | TreeFile, b: Folder | TreeFile) => compareEntryNumbers(a.number, b.number);
  return [...sortByName<Folder>(folders), ...sortByName(files)].sort(byNumber);
}

/** Limits the paths of archives that must unpack everywhere, whatever the depth of the tree. */
export interface ShortPaths {
  /** The folder that contains everything. Ends with a slash. */
  readonly root: string;
  /** For a file, or the folder of its pages. */
  readonly maxPathBytes: number;
  /** The content of a folder with a longer path goes to a numbered folder at the top. */
  readonly maxFolderBytes: number;
}

/** The folder at the top for what is too deep; no entry has this name. */
const DEEP_FOLDER = '_';

/** Lists every folder and file of an archive in the order of its index, each folder with its content. */
export const planArchive = (tree: Tree, short?: ShortPaths): Generator<PlannedEntry> =>
  planFolder(tree, { numbers: [], path: short?.root ?? '' }, { short, deepFolders: 0 });

function* planFolder(
  tree: Tree,
  { numbers, path }: { numbers: readonly number[]; path: string },
  plan: { readonly short: ShortPaths | undefined; deepFolders: number },
): Generator<PlannedEntry> {
  const { short } = plan;
  const taken = numbers.length > 0 ? [] : short ? [DEEP_FOLDER] : INDEX_NAMES;
  const giveName = zip.createEntryNamer(path, taken, short?.maxPathBytes);
  let place = 0;
  const placed = ({ name, number }: Folder | TreeFile) => {
    place += 1;
    return {
      number: number ?? [...numbers, place].join('.'),
      name,
      path: `${path}${giveName(name)}`,
      depth: numbers.length + 1,
    };
  };
  for (const thing of sortContent(tree)) {
    const entry = placed(thing);
    if ('size' in thing) {
      yield { ...entry, file: thing };
      continue;
    }
    const isEmpty = thing.folders.length + thing.files.length === 0;
    yield { ...entry, ...(isEmpty && { isEmpty }) };
    yield* planFolder(thing, { numbers: [...numbers, place], path: shorten(`${entry.path}/`) }, plan);
  }

  function shorten(folderPath: string): string {
    if (!short || Buffer.byteLength(folderPath) <= short.maxFolderBytes) return folderPath;
    plan.deepFolders += 1;
    return `${short.root}${DEEP_FOLDER}/${plan.deepFolders}/`;
  }
}
