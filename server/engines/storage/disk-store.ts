import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Encryption, WrittenObject } from './encryption.ts';
import {
  type ByteRange,
  isObjectKey,
  MARKER_NAME,
  type ObjectStore,
  type StoredObject,
  type VerifyWritten,
} from './object-store.ts';
import { hasCode, ObjectFolders } from './objects/object-folders.ts';
import { readWhole } from './objects/read-whole.ts';
import { writeChunks } from './objects/write-chunks.ts';
import { objectMissingError, storageFullError } from './storage-error.ts';
import { syncDirectory } from './sync-directory.ts';
import { writeEncrypted } from './write-encrypted.ts';

/** Measured: reading up to twice as fast as with Node's own size, for a few MB more of memory. */
const READ_BUFFER_BYTES = 128 * 1024;

/** Stores objects as files in two levels of folders (`ab/cd/abcd…`), so that no folder grows too large to list. */
export class DiskStore implements ObjectStore {
  readonly #directory: string;
  /** Inside the same folder, hence on the same file system: only there is a rename atomic. */
  readonly #incoming: string;
  readonly #folders: ObjectFolders;

  constructor(directory: string) {
    this.#directory = directory;
    this.#incoming = join(directory, 'incoming');
    this.#folders = new ObjectFolders(directory);
  }

  newKey(): string {
    return this.#folders.newKey();
  }

  put(key: string, bytes: Readable): Promise<void> {
    return this.#create(key, bytes, (file) => writeChunks(file.fd, bytes));
  }

  putVerified(key: string, bytes: Readable, verify: VerifyWritten): Promise<void> {
    return this.#create(key, bytes, (file) => writeChunks(file.fd, bytes), verify);
  }

  putEncrypted(key: string, bytes: Readable, encryption: Encryption): Promise<WrittenObject> {
    return this.#create(key, bytes, (file) => writeEncrypted(file.fd, bytes, encryption));
  }

  /** Creates the object by what `write` writes, makes it durable, and removes what is there after an error. */
  async #create<T>(
    key: string,
    bytes: Readable,
    write: (file: FileHandle) => Promise<T>,
    verify?: VerifyWritten,
  ): Promise<T> {
    const path = this.#pathOf(key);
    let leftover = join(this.#incoming, key);
    // An error before the bytes are read has no other listener; reading them rejects with it.
    bytes.once('error', () => undefined);
    try {
      const file = await open(leftover, 'wx', 0o600);
      let result: T;
      try {
        result = await write(file);
        await file.sync();
      } finally {
        await file.close();
      }
      if (verify) await readBack(leftover, verify);
      await this.#folders.moveInto(key, leftover);
      leftover = path;
      await this.#folders.sync(key);
      return result;
    } catch (error) {
      bytes.destroy();
      // The next start removes what cannot be removed now; the first error is the one to report.
      await rm(leftover, { force: true }).catch(() => undefined);
      throw isStorageFull(error) ? storageFullError(error) : error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(this.#pathOf(key), 'r');
      return file.createReadStream({ ...range, highWaterMark: READ_BUFFER_BYTES });
    } catch (error) {
      throw hasCode(error, 'ENOENT') ? objectMissingError(key, error) : error;
    }
  }

  async read(key: string, length: number): Promise<Buffer> {
    return readWhole(this.#pathOf(key), length).catch((error: unknown) => {
      throw hasCode(error, 'ENOENT') ? objectMissingError(key, error) : error;
    });
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async *keys(): AsyncGenerator<string> {
    // Level by level rather than recursively: Node's recursive opendir holds every folder open at once.
    for (const outer of await listKeyFolders(this.#directory)) {
      for (const inner of await listKeyFolders(join(this.#directory, outer))) {
        const names = await readdir(join(this.#directory, outer, inner));
        yield* names.filter((name) => isObjectKey(name) && name.startsWith(outer + inner));
      }
    }
  }

  async *list(): AsyncGenerator<StoredObject> {
    for await (const key of this.keys()) {
      const file = await stat(this.#pathOf(key)).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      });
      if (file) yield { key, storedAt: file.mtimeMs };
    }
  }

  async sweep(): Promise<number> {
    // Only here, never in put: if the disk is unmounted while the server runs, writes must fail, not land underneath.
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    await Promise.all([this.#directory, dirname(this.#directory)].map(syncDirectory));
    const leftovers = await readdir(this.#incoming);
    for (const name of leftovers) await rm(join(this.#incoming, name), { force: true, recursive: true });
    return leftovers.length;
  }

  async check(): Promise<void> {
    await access(this.#incoming, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  async readMarker(): Promise<string | undefined> {
    return readFile(join(this.#directory, MARKER_NAME), 'utf8').catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    });
  }

  async writeMarker(text: string): Promise<void> {
    const leftover = join(this.#incoming, MARKER_NAME);
    const file = await open(leftover, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(leftover, join(this.#directory, MARKER_NAME));
    await syncDirectory(this.#directory);
  }

  #pathOf(key: string): string {
    return this.#folders.pathOf(key);
  }
}

async function readBack(path: string, verify: VerifyWritten): Promise<void> {
  const written = (await open(path, 'r')).createReadStream({ highWaterMark: READ_BUFFER_BYTES });
  try {
    await verify(written);
  } finally {
    written.destroy();
  }
}

async function listKeyFolders(path: string): Promise<string[]> {
  return (await readdir(path)).filter((name) => /^[0-9a-f]{2}$/.test(name));
}

function isStorageFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');
}
