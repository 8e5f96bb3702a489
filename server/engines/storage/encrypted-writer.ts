import { createHash, type Hash, type KeyObject } from 'node:crypto';
import { encryptPiece, FRAME_BYTES } from './encrypted-frames.ts';
import type { WrittenObject } from './encryption.ts';
import type { Piece } from './pieces.ts';
import { writeAll } from './write-all.ts';

/** Hashes and encrypts the pieces of one object and writes them to its file; while one is written the next can be encrypted. */
export class EncryptedWriter {
  readonly #fd: number;
  readonly #key: KeyObject;
  readonly #hash: Hash = createHash('sha256');
  #size = 0;
  #writing = Promise.resolve();

  constructor(fd: number, key: KeyObject) {
    this.#fd = fd;
    this.#key = key;
  }

  /** Returns once its bytes are encrypted and no longer needed; resolves when another piece may follow. */
  add({ bytes, isFinal }: Piece): Promise<void> {
    this.#hash.update(bytes);
    const encrypted = encryptPiece(this.#key, bytes, this.#size / FRAME_BYTES, isFinal);
    this.#size += bytes.length;
    const before = this.#writing;
    this.#writing = before.then(() => writeAll(this.#fd, encrypted));
    // Awaited with the next piece or at the end.
    this.#writing.catch(() => undefined);
    return before;
  }

  /** Resolves when everything is written, or rejects when something could not be; either way nothing is written afterwards. */
  async finish(): Promise<WrittenObject> {
    await this.#writing;
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}
