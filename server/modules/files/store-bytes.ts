import type { Readable } from 'node:stream';
import { AppError } from '#server/app/errors.ts';
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
