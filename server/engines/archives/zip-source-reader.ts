import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RandomAccessReader } from 'yauzl';

/** Bytes that can be read at any position. */
export interface ByteSource {
  readonly size: number;
  /** Opens the bytes from `start` to `end`, both included. */
  open(range: { start: number; end: number }): Promise<Readable>;
}

/** Each read of a source may be a request to an object store and the decryption of a frame. */
const WINDOW_BYTES = 1024 * 1024;

/**
 * Reads a source for yauzl, which reads a directory in two small pieces per entry. Until `forgetDirectory` is called, these
 * are served from windows of 1 MB; afterwards the positions are those of files, in any order.
 */
export class ZipSourceReader extends RandomAccessReader {
  readonly #source: ByteSource;
  #window: { readonly start: number; readonly bytes: Buffer } | undefined = {
    start: 0,
    bytes: Buffer.alloc(0),
  };

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  /** Frees the memory of the directory. */
  forgetDirectory(): void {
    this.#window = undefined;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (!this.#window) {
      super.read(target, offset, length, position, callback);
      return;
    }
    void this.#windowOver(position, length).then(
      ({ start, bytes }) => {
        bytes.copy(target, offset, position - start, position - start + length);
        callback(null);
      },
      (error: Error) => callback(error),
    );
  }

  async #windowOver(position: number, length: number): Promise<{ start: number; bytes: Buffer }> {
    const { size } = this.#source;
    const window = this.#window;
    if (window && position >= window.start && position + length <= window.start + window.bytes.length)
      return window;
    assertInside(size, position, position + length);
    // The end of an archive is read first: most directories are in the same window.
    const start = Math.min(position, Math.max(0, size - WINDOW_BYTES));
    const end = Math.min(size, Math.max(position + length, start + WINDOW_BYTES));
    const bytes = await buffer(await this.#source.open({ start, end: end - 1 }));
    if (bytes.length < end - start) throw new Error('The archive ends early');
    this.#window = { start, bytes };
    return this.#window;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const source = this.#source;
    async function* bytes(): AsyncGenerator<Buffer> {
      assertInside(source.size, start, end);
      if (end > start) yield* await source.open({ start, end: end - 1 });
    }
    return Readable.from(bytes(), { objectMode: false });
  }
}

/** The positions are what the archive states. */
function assertInside(size: number, start: number, end: number): void {
  if (start < 0 || end > size) throw new Error('The archive refers to bytes behind its end');
}
