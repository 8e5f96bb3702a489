import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

export interface Unzipped {
  readonly path: string;
  readonly bytes: Buffer;
  readonly isStored: boolean;
}

/** Returns every entry in order, read by a library that rejects paths that lead out of the archive. */
export async function unzip(archive: Buffer): Promise<Unzipped[]> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, strictFileNames: true });
  const entries: Unzipped[] = [];
  for await (const entry of zip.eachEntry()) {
    const isFolder = entry.fileName.endsWith('/');
    const bytes = isFolder ? Buffer.alloc(0) : await buffer(await zip.openReadStreamPromise(entry));
    entries.push({ path: entry.fileName, bytes, isStored: entry.compressionMethod === 0 });
  }
  return entries;
}
