import type { Readable } from 'node:stream';
import { AppError } from '#server/app/errors.ts';

/** Both ends belong to the range, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  key: string;
  storedAt: number;
}

/** Opaque ciphertext under a key. A key is written once and its bytes never change. */
export interface ObjectStore {
  /**
   * Durable when it resolves. When it rejects, nothing is left behind and `bytes` is destroyed;
   * AppError 'storage-full' when there is no room. Takes the chunks over: nobody may read them afterwards.
   */
  put(key: string, bytes: Readable): Promise<void>;
  /** Rejects with ObjectMissingError; bytes past the end are not there. Destroying the stream frees what it holds. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** An absent object is fine: a removal is repeated after a crash. */
  remove(key: string): Promise<void>;
  keys(): AsyncIterable<string>;
  /** As `keys`, with the epoch milliseconds since when each is there. What is removed meanwhile may be listed. */
  list(): AsyncIterable<StoredObject>;
  /** Makes the place ready and removes what interrupted writes left; called once at start. Returns how many. */
  sweep(): Promise<number>;
  /** Rejects while the store cannot be used. */
  check(): Promise<void>;
}

/** The rows name an object that the store does not have: a lost file, never an ordinary refusal. */
export class ObjectMissingError extends Error {
  constructor(key: string, cause: unknown) {
    super(`Object ${key} is missing from the store.`, { cause });
    this.name = 'ObjectMissingError';
  }
}

export function storageFullError(cause: unknown): AppError {
  return new AppError(
    'storage-full',
    'The file was not saved because the storage is full. Ask an administrator to make room, then upload it again.',
    { cause },
  );
}

/** 256 bits in hex: the one spelling that case-insensitive file systems keep apart and that no path can hide in. */
export function isObjectKey(key: string): boolean {
  return /^[0-9a-f]{64}$/.test(key);
}

/** Thrown before a key becomes a path or a URL, so that a forged row cannot reach another file. */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new TypeError('An object key is 64 hexadecimal digits.');
}
