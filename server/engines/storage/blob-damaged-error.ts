/** Stored bytes are not the ones that were written: corrupted, truncated, swapped or tampered with. */
export class BlobDamagedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BlobDamagedError';
  }
}
