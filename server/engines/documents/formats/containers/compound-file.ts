import { CFB } from '@e965/xlsx';

/** An old Office file or Outlook message: streams in folders, as in a small disk. */
export interface CompoundFile {
  /** A stream by its path ('WordDocument', 'Folder/Name'), or nothing. */
  stream(path: string): Buffer | undefined;
  /** Paths of all streams and folders, without the root; folders end with a slash. */
  readonly paths: readonly string[];
}

/** The part that we read of the library's object, for which it has no types. */
interface Container {
  FullPaths: string[];
  FileIndex: { content?: Uint8Array }[];
}

export function openCompoundFile(bytes: Buffer): CompoundFile {
  const container: Container = CFB.read(bytes, { type: 'buffer' });
  const entries = new Map<string, number>();
  const root = container.FullPaths[0]?.length ?? 0;
  container.FullPaths.forEach((path, index) => {
    if (index > 0 && !entries.has(path.slice(root))) entries.set(path.slice(root), index);
  });
  return {
    stream(path) {
      const content = container.FileIndex[entries.get(path) ?? -1]?.content;
      return content && Buffer.from(content);
    },
    paths: [...entries.keys()],
  };
}
