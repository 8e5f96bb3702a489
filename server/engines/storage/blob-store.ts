import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createFrameReader, encryptedLength, encryptFrames } from './encrypted-frames.ts';
import type { Encryption, WrittenObject } from './encryption.ts';
import type { KeyRing } from './key-ring.ts';
import { createKeyWrap } from './key-wrap.ts';
import type { ByteRange, ObjectStore, StoredObject } from './object-store.ts';
import { RecentObjects } from './objects/recent-objects.ts';
import { StorageError } from './storage-error.ts';

/** The columns of a blob in the database; `size` (bytes) and `sha256` (hex) are those of the plaintext. */
export interface StoredBlob {
  key: string;
  size: number;
  sha256: string;
  wrappedKey: Buffer;
}

interface PutOptions {
  readonly maxBytes: number;
  /** The large chunks of `bytes` belong to the store, which frees their memory: nobody else may use it. */
  readonly freesChunks?: boolean;
}

/** Stores plaintext encrypted with a random key per blob, which a root key wraps. */
export interface BlobStore {
  /**
   * Resolves when the blob is durable. When it rejects, nothing is stored and `bytes` is destroyed; StorageError `too-large`
   * as soon as the limit is exceeded, `full` without space left.
   */
  put(bytes: Readable, options: PutOptions): Promise<StoredBlob>;
  /**
   * Rejects with StorageError `missing` or `damaged`, or RangeError for a range outside the blob. A damaged frame fails the
   * stream with `damaged` before any of its bytes are emitted. Destroying the stream closes the object.
   */
  open(blob: Pick<StoredBlob, 'key' | 'size' | 'wrappedKey'>, range?: ByteRange): Promise<Readable>;
  /** Returns all bytes of a small blob at once, without the cost of a stream. Rejects as `open` does. */
  read(blob: Pick<StoredBlob, 'key' | 'size' | 'wrappedKey'>): Promise<Buffer>;
  remove(key: string): Promise<void>;
  keys(): AsyncIterable<string>;
  list(): AsyncIterable<StoredObject>;
  sweep(): Promise<number>;
  check(): Promise<void>;
}

export function createBlobStore(objects: ObjectStore, keyRing: KeyRing): BlobStore {
  const keyWrap = createKeyWrap(keyRing);
  const recent = new RecentObjects();

  async function unwrap(blob: Pick<StoredBlob, 'key' | 'wrappedKey'>): Promise<KeyObject> {
    // Another process may have added the version after this one read the root keys.
    if (!keyRing.has(keyWrap.versionOf(blob.wrappedKey))) await keyRing.refresh();
    return keyWrap.unwrap(blob.key, blob.wrappedKey);
  }

  return {
    async put(bytes, { maxBytes, freesChunks }) {
      const key = objects.newKey?.() ?? randomBytes(32).toString('hex');
      const blobKey = createSecretKey(randomBytes(32));
      const assertSize = (size: number) => {
        if (size > maxBytes) throw new StorageError('too-large', `The blob exceeds ${maxBytes} bytes.`);
      };
      const written = objects.putEncrypted
        ? await objects.putEncrypted(key, bytes, { key: blobKey, assertSize, freesChunks })
        : await putMeasured(objects, key, bytes, { key: blobKey, assertSize });
      return { key, ...written, wrappedKey: keyWrap.wrap(key, blobKey) };
    },

    async open(blob, range) {
      if (range && !(range.start >= 0 && range.start <= range.end && range.end < blob.size)) {
        throw new RangeError(`Bytes ${range.start}-${range.end} are not in a blob of ${blob.size}.`);
      }
      const blobKey = await unwrap(blob);
      const reader = createFrameReader(blob.size, range);
      const ciphertext = await objects.get(blob.key, reader.encryptedRange);
      return pipeThrough(ciphertext, reader.decrypt(blobKey));
    },

    async read(blob) {
      const blobKey = await unwrap(blob);
      const kept = recent.get(blob.key);
      const encrypted = kept ?? (await objects.read(blob.key, encryptedLength(blob.size)));
      const bytes = createFrameReader(blob.size).decryptAll(blobKey, encrypted);
      if (!kept) recent.keep(blob.key, encrypted);
      return bytes;
    },

    async remove(key) {
      recent.forget(key);
      await objects.remove(key);
      // Somebody may have read it meanwhile.
      recent.forget(key);
    },
    keys: () => objects.keys(),
    list: () => objects.list(),
    sweep: () => objects.sweep(),
    check: () => objects.check(),
  };
}

async function putMeasured(
  objects: ObjectStore,
  key: string,
  bytes: Readable,
  encryption: Encryption,
): Promise<WrittenObject> {
  const meter = createMeter(encryption.assertSize);
  const encrypt = encryptFrames(encryption.key);
  await objects.put(
    key,
    pipeThrough(bytes, (chunks) => encrypt(meter.measure(chunks))),
  );
  return meter.result();
}

/** Returns the source after one transformation; an error on either side reaches the other. */
function pipeThrough(
  source: Readable,
  step: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Readable {
  const end = pipeline(source, step, new PassThrough(), () => undefined); // The reader of the end sees the error.
  // Node notices a destroyed end only at the next chunk, and a source that sends none would stay open.
  return end.once('close', () => source.destroy());
}

interface Meter {
  measure(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  result(): WrittenObject;
}

/** Counts and hashes the chunks. */
function createMeter(assertSize: Encryption['assertSize']): Meter {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async *measure(chunks) {
      for await (const chunk of chunks) {
        size += chunk.length;
        assertSize(size);
        hash.update(chunk);
        yield chunk;
      }
    },
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
}
