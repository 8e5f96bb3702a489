/** Dropped or selected files and folders, with the names of the folders that lead to them. */
export interface CollectedFiles {
  /** Parents before their children. */
  readonly folders: readonly (readonly string[])[];
  readonly files: readonly { readonly path: readonly string[]; readonly file: File }[];
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

/** Maximum number of entries, so that dropping a whole disk by mistake does not read all of it. */
const MAX_ENTRIES = 10_000;
const UNREADABLE_MESSAGE =
  'The file could not be read. It may have been moved, or the browser has no permission to open it.';

/** Collects dropped folders recursively. Unreadable entries are reported and the others still collected. */
export async function collectDroppedFiles(
  entries: readonly FileSystemEntry[],
  maxEntries: number = MAX_ENTRIES,
): Promise<CollectedFiles> {
  const found = { folders: [] as string[][], files: [] as CollectedFiles['files'][number][] }; // the literal alone is typed never[]
  const unreadable: { name: string; reason: string }[] = [];
  const left = entries.map((entry) => ({ entry, path: [] as string[] })); // the literal alone is typed never[]
  let count = 0;
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const { entry, path } = next;
    count += 1;
    if (count > maxEntries) {
      const reason = `These are more than ${maxEntries.toLocaleString('en-US')} files and folders. Upload the rest in parts.`;
      unreadable.push({ name: `${entry.name} and the items after it`, reason });
      break;
    }
    try {
      if (isDirectory(entry)) {
        const inside = [...path, entry.name];
        const children = await listChildren(entry);
        found.folders.push(inside);
        left.unshift(...children.map((child) => ({ entry: child, path: inside })));
      } else if (isFile(entry)) {
        const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
        found.files.push({ path, file });
      }
    } catch {
      unreadable.push({ name: [...path, entry.name].join('/'), reason: UNREADABLE_MESSAGE });
    }
  }
  return { ...found, unreadable };
}

/** Collects files from a picker; folder pickers give each file's relative path. */
export function collectPickedFiles(files: Iterable<File>): CollectedFiles {
  const folders = new Map<string, string[]>();
  const placed = Array.from(files, (file) => {
    const path = file.webkitRelativePath.split('/').slice(0, -1);
    for (const depth of path.keys()) {
      const folder = path.slice(0, depth + 1);
      folders.set(folder.join('/'), folder);
    }
    return { path, file };
  });
  return { folders: [...folders.values()], files: placed, unreadable: [] };
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Lists a folder's entries, which browsers return in batches (100 in Chromium) until an empty one. */
async function listChildren(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}
