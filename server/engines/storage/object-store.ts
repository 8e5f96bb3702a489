import type { Readable } from 'node:stream';
import type { Encryption, WrittenObject } from './encryption.ts';

/** Offsets in bytes; both ends belong to the range, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  key: string;
  storedAt: number;
}

/** Reads what was written; rejects when it is not what it should be. */
export type VerifyWritten = (written: Readable) => Promise<void>;

/** Ciphertext under a key. A key is written once and its bytes never change. */
export interface ObjectStore {
  /** Returns a key for a new object, at a place that the store prefers. Absent in stores where all places are alike. */
  newKey?(): string;
  /**
   * Resolves when the object is durable. When it rejects, nothing is left behind and `bytes` is destroyed; StorageError
   * `full` without space left. The chunks belong to the store: their memory is freed once they are written.
   */
  put(key: string, bytes: Readable): Promise<void>;
  /**
   * Stores an object like `put`, under its key only once `verify` has read what was written; rejects with its error. Absent in
   * stores that show an object at once.
   */
  putVerified?(key: string, bytes: Readable, verify: VerifyWritten): Promise<void>;
  /**
   * Encrypts and stores plaintext, as `put` stores what is encrypted; rejects with what `encryption.check` throws. Absent in
   * stores to which the bytes leave from the main thread anyway.
   */
  putEncrypted?(key: string, bytes: Readable, encryption: Encryption): Promise<WrittenObject>;
  /**
   * Rejects with StorageError `missing`. A range past the end yields the bytes that exist. Destroying the stream closes the
   * object.
   */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Returns a small object at once. Rejects with StorageError `missing`. `length` is how long it should be: another length shows
   * in the result, of which bytes beyond the first additional one may be left out.
   */
  read(key: string, length: number): Promise<Buffer>;
  /** Resolves for an absent object too, because a removal is repeated after a crash. */
  remove(key: string): Promise<void>;
  keys(): AsyncIterable<string>;
  /** Lists the keys with the time of storage in epoch milliseconds. May list an object that is removed meanwhile. */
  list(): AsyncIterable<StoredObject>;
  /** Prepares the store and removes what interrupted writes left; called once at start. Returns the number of removed files. */
  sweep(): Promise<number>;
  /** Returns the text by which an installation recognizes its store; undefined while there is none. */
  readMarker(): Promise<string | undefined>;
  /** Resolves when the marker is durable. */
  writeMarker(text: string): Promise<void>;
  /** Rejects while the store cannot be used. */
  check(): Promise<void>;
}

/** The name of the marker, which is no object key, so that it is never listed, backed up or removed as an object. */
export const MARKER_NAME = 'muniment-store.json';

/** Accepts 256 bits in lower-case hex, which case-insensitive file systems keep apart and which cannot contain a path. */
export function isObjectKey(key: string): boolean {
  return /^[0-9a-f]{64}$/.test(key);
}

/** Throws before a key becomes a path or a URL, so that a forged row cannot reach another file. */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new TypeError('An object key is 64 hexadecimal digits.');
}
