import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore, StoredBlob } from '#server/engines/storage/object-storage.ts';

const MAX_CACHE_BYTES = 1024 ** 3;
/** Read at once: a stream takes several times as long for a page. More would be decrypted for too long on the main thread. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

/**
 * Opens an empty cache for page images without watermark, on disk. The encryption key is in this process's memory only: the
 * content ends with the process, and nobody can ask for the pages of a document whose row is gone. The folder may be deleted
 * at any time.
 */
export async function openPageCache(
  directory: string,
  openStore: (directory: string) => Promise<BlobStore>,
  maxBytes = MAX_CACHE_BYTES,
): Promise<PageCache> {
  await rm(directory, { recursive: true, force: true });
  return new PageCache(await openStore(directory), maxBytes);
}

export class PageCache {
  /** For bytes that are sent once, in as many ranges as needed. */
  readonly temporaryStore: BlobStore;
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #blobs = new Map<string, StoredBlob>();
  readonly #pendingWrites = new Set<Promise<void>>();
  #size = 0;

  constructor(temporaryStore: BlobStore, maxBytes: number) {
    this.temporaryStore = temporaryStore;
    this.#maxBytes = maxBytes;
  }

  get(name: string): Promise<Buffer | undefined> {
    return this.#use(name, async (blob) =>
      blob.size <= MAX_READ_BYTES
        ? this.temporaryStore.read(blob)
        : buffer(await this.temporaryStore.open(blob)),
    );
  }

  /** Finds content that is sent in ranges, if it is still on the disk; open it from the temporary store. */
  findStored(name: string): Promise<StoredBlob | undefined> {
    return this.#use(name, async (blob) => {
      const bytes = await this.temporaryStore.open(blob);
      bytes.destroy();
      return blob;
    });
  }

  /** Forgets content that cannot be opened. */
  async #use<T>(name: string, use: (blob: StoredBlob) => Promise<T>): Promise<T | undefined> {
    const blob = this.#blobs.get(name);
    if (!blob) return undefined;
    this.#blobs.delete(name);
    this.#blobs.set(name, blob);
    try {
      return await use(blob);
    } catch {
      await this.#remove(name, blob).catch(() => undefined);
      return undefined;
    }
  }

  async store(name: string, bytes: Readable): Promise<StoredBlob> {
    const blob = await this.temporaryStore.put(bytes, { maxBytes: this.#maxBytes });
    const previous = this.#blobs.get(name);
    // There is no pause in between: another one could be stored under this name.
    this.#blobs.delete(name);
    this.#blobs.set(name, blob);
    this.#size += blob.size - (previous?.size ?? 0);
    if (previous) await this.temporaryStore.remove(previous.key);
    await this.#evict();
    return blob;
  }

  /** Never rejects: a page that could not be stored is rendered again. */
  storeInBackground(name: string, bytes: Buffer): Promise<void> {
    const done = this.store(name, Readable.from([bytes]))
      .then(
        () => undefined,
        // A full disk is no reason not to show a page.
        () => undefined,
      )
      .finally(() => this.#pendingWrites.delete(done));
    this.#pendingWrites.add(done);
    return done;
  }

  /** Resolves when all writes that have begun are finished. */
  async flush(): Promise<void> {
    await Promise.all(this.#pendingWrites);
  }

  async #evict(): Promise<void> {
    for (const [name, blob] of this.#blobs) {
      if (this.#size <= this.#maxBytes) return;
      await this.#remove(name, blob);
    }
  }

  async #remove(name: string, blob: StoredBlob): Promise<void> {
    if (this.#blobs.get(name) !== blob) return;
    this.#blobs.delete(name);
    this.#size -= blob.size;
    await this.temporaryStore.remove(blob.key);
  }
}
