import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore, StoredBlob } from '#server/engines/storage/object-storage.ts';

const MAX_CACHE_BYTES = 1024 ** 3;

export interface PageCache {
  get(name: string): Promise<Buffer | undefined>;
  /** The same for what is sent in ranges, by way of the spool. */
  findBlob(name: string): StoredBlob | undefined;
  store(name: string, bytes: Readable): Promise<StoredBlob>;
  /** Never rejects: what could not be kept is drawn again. */
  storeInBackground(name: string, bytes: Buffer): Promise<void>;
  /** Resolves when what was put so far is kept. */
  flush(): Promise<void>;
  /** For bytes that are sent once, in as many ranges as it takes. */
  readonly temporaryStore: BlobStore;
}

/**
 * Pages as they were drawn, without a mark, on disk. The key is in this process's memory alone: what is kept ends with the
 * process, and with the row that names the document nobody can ask for it any more. The folder may be deleted at any time.
 */
export async function openPageCache(
  directory: string,
  openStore: (directory: string) => Promise<BlobStore>,
  maxBytes = MAX_CACHE_BYTES,
): Promise<PageCache> {
  await rm(directory, { recursive: true, force: true });
  const blobs = await openStore(directory);
  /** Least recently used first. */
  const kept = new Map<string, StoredBlob>();
  let size = 0;
  const putting = new Set<Promise<void>>();

  async function drop(name: string, blob: StoredBlob): Promise<void> {
    if (kept.get(name) !== blob) return;
    kept.delete(name);
    size -= blob.size;
    await blobs.remove(blob.key);
  }

  async function makeRoom(): Promise<void> {
    for (const [name, blob] of kept) {
      if (size <= maxBytes) return;
      await drop(name, blob);
    }
  }

  function find(name: string): StoredBlob | undefined {
    const blob = kept.get(name);
    if (!blob) return undefined;
    kept.delete(name);
    kept.set(name, blob);
    return blob;
  }

  async function keep(name: string, bytes: Readable): Promise<StoredBlob> {
    const blob = await blobs.put(bytes, { maxBytes: maxBytes });
    const before = kept.get(name);
    if (before) await drop(name, before);
    kept.set(name, blob);
    size += blob.size;
    await makeRoom();
    return blob;
  }

  return {
    temporaryStore: blobs,
    findBlob: find,
    store: keep,
    async get(name) {
      const blob = find(name);
      if (!blob) return undefined;
      try {
        return await buffer(await blobs.open(blob));
      } catch {
        await drop(name, blob).catch(() => undefined);
        return undefined;
      }
    },
    storeInBackground(name, bytes) {
      const done = keep(name, Readable.from([bytes]))
        .then(
          () => undefined,
          // A full disk is no reason not to show a page.
          () => undefined,
        )
        .finally(() => putting.delete(done));
      putting.add(done);
      return done;
    },
    async flush() {
      await Promise.all(putting);
    },
  };
}
