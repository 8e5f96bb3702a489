import { markUnavailable } from '#server/app/errors.ts';

/**
 * - `missing`: the store does not have the object, although a row names it.
 * - `damaged`: the stored bytes are not the ones that were written: corrupted, truncated, swapped or tampered with.
 * - `too-large`: the bytes exceed the limit that the caller set.
 * - `full`: the disk, bucket or quota has no space left.
 */
export type StorageFailure = 'missing' | 'damaged' | 'too-large' | 'full';

/** A failure of the object storage that callers can act on. */
export class StorageError extends Error {
  readonly failure: StorageFailure;
  /** The system's code for a full disk, whichever store is full; the HTTP layer answers it as such. */
  readonly code: 'ENOSPC' | undefined;

  constructor(failure: StorageFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
    this.failure = failure;
    this.code = failure === 'full' ? 'ENOSPC' : undefined;
    // Jobs retry until there is space again.
    if (failure === 'full') markUnavailable(this);
  }
}

export const objectMissingError = (key: string, cause: unknown): StorageError =>
  new StorageError('missing', `Object ${key} is missing from the store.`, cause);

export const storageFullError = (cause: unknown): StorageError =>
  new StorageError('full', 'The object storage is full.', cause);
