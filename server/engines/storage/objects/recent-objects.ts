const MAX_OBJECT_BYTES = 128 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Keeps small objects that were read last, as they are stored: encrypted, with keys that the database has. An object never
 * changes, and whether somebody may read it is decided before, so only time is saved: several calls of the system, or a request
 * to S3.
 */
export class RecentObjects {
  /** The one that was used last comes last. */
  readonly #objects = new Map<string, Buffer>();
  #bytes = 0;

  get(key: string): Buffer | undefined {
    const found = this.#objects.get(key);
    if (!found) return undefined;
    this.#objects.delete(key);
    this.#objects.set(key, found);
    return found;
  }

  keep(key: string, encrypted: Buffer): void {
    if (encrypted.length > MAX_OBJECT_BYTES) return;
    this.forget(key);
    // A copy: the buffer of a reader may be a part of a larger one.
    this.#objects.set(key, Buffer.from(encrypted));
    this.#bytes += encrypted.length;
    for (const oldest of this.#objects.keys()) {
      if (this.#bytes <= MAX_BYTES) return;
      this.forget(oldest);
    }
  }

  forget(key: string): void {
    this.#bytes -= this.#objects.get(key)?.length ?? 0;
    this.#objects.delete(key);
  }
}
