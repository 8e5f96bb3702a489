import { type KeyObject, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type BlobStore, createBlobStore, type StoredBlob } from './blob-store.ts';
import { DiskStore } from './disk-store.ts';
import {
  type ByteTransform,
  createFrameReader,
  encryptedLength,
  encryptFrames,
  plaintextLength,
} from './encrypted-frames.ts';
import { createEncryptor, type Encryptor } from './encryptor.ts';
import {
  createKeyRing,
  decryptRootKey,
  encryptRootKey,
  generateRootKey,
  type KeyRing,
  openKeyRing,
  readKeyVersion,
  versionPrefix,
} from './key-ring.ts';
import { createKeyWrap } from './key-wrap.ts';
import {
  findMasterKey,
  findReplacementKey,
  finishReplacement,
  isMasterKeyFile,
  loadMasterKey,
  parseKey,
  prepareReplacementKey,
  saveMasterKey,
} from './master-key.ts';
import { type ByteRange, isObjectKey, type ObjectStore } from './object-store.ts';
import { observeObjectStore, type StoreObserver } from './observe-object-store.ts';
import { releaseMemory } from './release-memory.ts';
import type { S3Settings } from './s3-store.ts';
import { StorageError, type StorageFailure } from './storage-error.ts';
import { syncDirectory } from './sync-directory.ts';
import { writeOnce } from './write-once.ts';

export type { BlobStore, StoredBlob } from './blob-store.ts';
export type { Encryptor } from './encryptor.ts';
export type { KeyRing } from './key-ring.ts';
export type { ByteRange, ObjectStore, StoredObject } from './object-store.ts';
export type { EndedStoreOperation } from './observe-object-store.ts';
export type { S3Settings } from './s3-store.ts';
export type { StorageFailure } from './storage-error.ts';

/** The bytes of a file on their way out of the server. */
export interface FileContent {
  /** Length in bytes. */
  readonly size: number;
  /** Hexadecimal SHA-256. */
  readonly sha256: string;
  /** Generated for one response: the next one has other bytes, so it has no ETag and no ranges. */
  readonly isTransient: boolean;
  /** Opens all bytes, or one range of them. */
  open(range?: ByteRange): Promise<Readable>;
  /** Removes transient content. Must be called when its bytes are sent or no longer needed. */
  discard(): Promise<void>;
}

export interface ObjectStorageOptions {
  /** Holds the objects unless `s3` is set. */
  readonly dataDir: string;
  readonly s3?: S3Settings | undefined;
  readonly keyRing: KeyRing;
  /** Called after each operation of the store. */
  readonly observe?: StoreObserver;
}

export interface ObjectStorage {
  /** The stored ciphertext, for backups and integrity checks. */
  readonly objects: ObjectStore;
  /** The decrypted view of `objects`. */
  readonly blobs: BlobStore;
  /** Encrypts short secrets that are stored in the database. */
  readonly encryptor: Encryptor;
}

/** Opens the bucket, or the folder `objects` in the data directory. `blobs.sweep()` must run once before the first write. */
export async function openObjectStorage(options: ObjectStorageOptions): Promise<ObjectStorage> {
  const { dataDir, s3, keyRing, observe } = options;
  const store = s3 ? await loadS3Store(s3) : new DiskStore(join(dataDir, 'objects'));
  const objects = observe ? observeObjectStore(store, observe) : store;
  return { objects, blobs: createBlobStore(objects, keyRing), encryptor: createEncryptor(keyRing) };
}

async function loadS3Store(settings: S3Settings): Promise<ObjectStore> {
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(settings);
}

/**
 * Opens a store in a folder of its own, encrypted with a key that ends with the process. The folder may be deleted: what was in
 * it is missing then.
 */
export async function openTemporaryStore(directory: string): Promise<BlobStore> {
  const blobs = createBlobStore(new DiskStore(directory), createKeyRing({ masterKey: randomBytes(32) }));
  await blobs.sweep();
  return {
    ...blobs,
    async put(bytes, options) {
      // An error of the bytes has no other listener until they are read.
      bytes.once('error', () => undefined);
      await blobs.check().catch(() => blobs.sweep());
      return blobs.put(bytes, options);
    },
  };
}

/** An object store in a folder, which can read objects back before it shows them. */
export type ObjectFolder = ObjectStore & Required<Pick<ObjectStore, 'putVerified'>>;

/** Opens the folder `objects` in another folder than the data directory, for copies of objects. */
export const openObjectFolder = (folder: string): ObjectFolder => new DiskStore(join(folder, 'objects'));

/** The master key: MASTER_KEY, the output of MASTER_KEY_COMMAND, or the file `master.key` in the data directory. */
export const masterKeys = {
  find: findMasterKey,
  load: loadMasterKey,
  save: saveMasterKey,
  isFile: isMasterKeyFile,
  parse: parseKey,
  findReplacement: findReplacementKey,
  prepareReplacement: prepareReplacementKey,
  finishReplacement,
} as const;

/** The root keys, which the master key encrypts, and what is encrypted with them. */
export const rootKeys = {
  openRing: openKeyRing,
  generate: generateRootKey,
  encrypt: encryptRootKey,
  decrypt: decryptRootKey,
  /** Returns the bytes before everything that is encrypted with a key of this version (above 1). */
  prefixOf: versionPrefix,
  versionOf: readKeyVersion,
  /** Returns the wrapped key of a blob, wrapped with the current root key. */
  rewrap: (keyRing: KeyRing, blob: string, wrapped: Buffer): Buffer =>
    createKeyWrap(keyRing).rewrap(blob, wrapped),
} as const;

/** Returns the reason for a failure of the storage that callers can act on, or undefined for any other error. */
export const storageFailureOf = (error: unknown): StorageFailure | undefined =>
  error instanceof StorageError ? error.failure : undefined;

/** Makes the names in a folder durable, for programs that write files beside the storage. */
export const durableFiles = { syncDirectory } as const;

/** Buckets beside the storage, for what must not change. */
export const buckets = { writeOnce } as const;

/** The memory of bytes that a blob store handed out. */
export const memory = { release: releaseMemory } as const;

/** The format of stored objects, for programs that copy and check them without the server. */
export const objectFormat = {
  isKey: isObjectKey,
  /** Returns the bytes of the object that holds so many bytes of plaintext. */
  encryptedLength,
  /** Encrypts a stream of any length. The key must be used for this one stream only. */
  encrypt: (key: KeyObject): ByteTransform => encryptFrames(key),
  /** Decrypts a whole stream of `length` encrypted bytes. Throws a StorageError if it is damaged. */
  decrypt: (key: KeyObject, length: number): ByteTransform =>
    createFrameReader(plaintextLength(length)).decrypt(key),
  /** Decrypts the bytes of one stored object. Throws a StorageError if they or the key are damaged. */
  decryptObject(
    keyRing: KeyRing,
    blob: Pick<StoredBlob, 'key' | 'size' | 'wrappedKey'>,
    content: AsyncIterable<Buffer>,
  ): AsyncIterable<Buffer> {
    const key = createKeyWrap(keyRing).unwrap(blob.key, blob.wrappedKey);
    return createFrameReader(blob.size).decrypt(key)(content);
  },
} as const;
