import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { AppError } from '#server/app/errors.ts';
import { createFrameReader, encryptFrames } from './encrypted-frames.ts';
import { createKeyWrap } from './key-wrap.ts';
import type { ByteRange, ObjectStore, StoredObject } from './object-store.ts';

/** What the database keeps of a blob; size and SHA-256 (hex) are those of the plaintext. */
export interface StoredBlob {
  key: string;
  size: number;
  sha256: string;
  wrappedKey: Buffer;
}

/** Plaintext in, plaintext out, encrypted at rest. */
export interface BlobStore {
  /**
   * Durable when it resolves. When it rejects, nothing is kept and `bytes` is destroyed;
   * AppError 'too-large' comes as soon as the limit is passed, 'storage-full' when there is no room.
   */
  put(bytes: Readable, limits: { maxBytes: number }): Promise<StoredBlob>;
  /**
   * Rejects with ObjectMissingError or BlobDamagedError; a damaged frame fails the stream with BlobDamagedError
   * and none of its bytes are emitted. Destroying the stream frees what it holds. RangeError outside the blob.
   */
  open(blob: Pick<StoredBlob, 'key' | 'size' | 'wrappedKey'>, range?: ByteRange): Promise<Readable>;
  remove(key: string): Promise<void>;
  keys(): AsyncIterable<string>;
  list(): AsyncIterable<StoredObject>;
  sweep(): Promise<number>;
  check(): Promise<void>;
}

export function createBlobStore(objects: ObjectStore, masterKey: Buffer): BlobStore {
  const keyWrap = createKeyWrap(masterKey);

  return {
    async put(bytes, { maxBytes }) {
      const key = randomBytes(32).toString('hex');
      const blobKey = createSecretKey(randomBytes(32));
      const meter = createMeter(maxBytes);
      const seal = encryptFrames(blobKey);
      await objects.put(
        key,
        pipeThrough(bytes, (chunks) => seal(meter.measure(chunks))),
      );
      return { key, ...meter.result(), wrappedKey: keyWrap.wrap(key, blobKey) };
    },

    async open(blob, range) {
      if (range && !(range.start >= 0 && range.start <= range.end && range.end < blob.size)) {
        throw new RangeError(`Bytes ${range.start}-${range.end} are not in a blob of ${blob.size}.`);
      }
      const blobKey = keyWrap.unwrap(blob.key, blob.wrappedKey);
      const reader = createFrameReader(blob.size, range);
      const sealed = await objects.get(blob.key, reader.encryptedRange);
      return pipeThrough(sealed, reader.decrypt(blobKey));
    },

    remove: objects.remove,
    keys: objects.keys,
    list: objects.list,
    sweep: objects.sweep,
    check: objects.check,
  };
}

/** The source after one step of work; an error on either side reaches the other. */
function pipeThrough(
  source: Readable,
  step: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Readable {
  const end = pipeline(source, step, new PassThrough(), () => undefined); // The error is seen by who reads the end.
  // Node would notice a destroyed end at the next chunk only, and a silent source would stay open until then.
  return end.once('close', () => source.destroy());
}

interface Meter {
  measure(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  result(): { size: number; sha256: string };
}

/** Counts and hashes what passes, and stops at the limit. */
function createMeter(maxBytes: number): Meter {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async *measure(chunks) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > maxBytes) throw fileTooLargeError(maxBytes);
        hash.update(chunk);
        yield chunk;
      }
    },
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
}

/** The refusal of what is larger than it may be. */
export function fileTooLargeError(maxBytes: number): AppError {
  const megabytes = Math.floor((maxBytes / 1024 ** 2) * 10) / 10;
  return new AppError(
    'too-large',
    `The file is larger than the limit of ${megabytes} MB. Upload a smaller file.`,
  );
}
