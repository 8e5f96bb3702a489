import type { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { AppError, isConnectionLost } from '#server/app/errors.ts';
import { hasBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import { type BlobStore, type StoredBlob, storageFailureOf } from '#server/engines/storage/object-storage.ts';

export interface StoreOptions {
  readonly freesChunks?: boolean;
  /** A limit below that of files. */
  readonly maxBytes?: number | undefined;
}

/** Stores bytes that a user sends or asks for. Rejects with an AppError when they exceed `maxBytes` or the storage is full. */
export async function storeBytes(
  store: Pick<BlobStore, 'put'>,
  bytes: Readable,
  maxBytes: number,
  options: { freesChunks?: boolean } = {},
): Promise<StoredBlob> {
  return store.put(bytes, { maxBytes, ...options }).catch((error: unknown) => {
    const failure = storageFailureOf(error);
    if (failure === 'too-large') throw fileTooLargeError(maxBytes);
    if (failure === 'full') throw storageFullError(error);
    throw error;
  });
}

/**
 * Removes stored bytes after the work that was to refer to them failed with `error`. Its commit may have succeeded all the same,
 * so this asks the database. When that fails, or the connection was lost, after which PostgreSQL may still finish the commit, the
 * bytes stay: the maintenance removes them a day later if no row names them.
 */
export async function discardBytes(
  { db, blobs }: Pick<Context, 'db' | 'blobs'>,
  { key }: Pick<StoredBlob, 'key'>,
  error: unknown,
  isNamed: (db: Context['db'], key: string) => Promise<boolean> = hasBlob,
): Promise<void> {
  if (isConnectionLost(error)) return;
  const isKept = await isNamed(db, key).catch(() => true);
  if (!isKept) await blobs.remove(key);
}

export function fileTooLargeError(maxBytes: number): AppError {
  const megabytes = Math.floor((maxBytes / 1024 ** 2) * 10) / 10;
  return new AppError(
    'too-large',
    `The file is larger than the limit of ${megabytes} MB. Upload a smaller file.`,
  );
}

function storageFullError(cause: unknown): AppError {
  return new AppError(
    'storage-full',
    'The file was not saved because the storage is full. Ask an administrator to make room, then upload it again.',
    { cause },
  );
}
