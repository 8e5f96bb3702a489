import { once } from 'node:events';
import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

interface EntryOptions {
  modifiedAt?: Date;
  /** Length in bytes, if known: beyond 4 GB the format must announce it before the content. */
  size?: number;
  /**
   * Writes the content as it is and no time, so that a path and its content have one form only: verifiers of room archives expect
   * that form.
   */
  isStored?: boolean;
}

/** Writes a zip entry by entry at the pace at which it is read. */
export interface ZipWriter {
  /** Destroying it ends the work; an entry that fails destroys it, so that no reader takes it for a whole zip. */
  readonly output: Readable;
  /** Only before the first file. */
  addFolder(path: string): Promise<void>;
  /** Resolves when the bytes were taken. */
  addFile(path: string, bytes: Readable, options?: EntryOptions): Promise<void>;
  finish(): void;
  /** Ends the output as broken. */
  abandon(error: unknown): void;
}

/** Extensions of files that deflating does not make smaller. */
const ALREADY_COMPRESSED =
  /\.(?:pdf|docx|xlsx|pptx|od[tsp]|epub|jpe?g|png|gif|webp|heic|zip|gz|bz2|xz|zst|7z|rar|mp[34]|m4[av]|mov|mkv|webm|avi|ogg|flac)$/i;

/** Nearly as small as the default for words, in a third of the time, which all archives take from everybody's threads. */
const FASTEST_COMPRESSION_LEVEL = 1;

/** The first time of the format, which has no time zone. */
const NO_TIME = new Date(1980, 0, 1);

export function createZipWriter(): ZipWriter {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough; // that is what yazl makes; its types say less
  const closed = new AbortController();
  output.once('close', () => closed.abort());
  zip.on('error', (error) => output.destroy(error));
  return {
    output,
    async addFolder(path) {
      if (output.writableNeedDrain) await once(output, 'drain', closed);
      closed.signal.throwIfAborted();
      zip.addEmptyDirectory(path);
    },
    async addFile(path, bytes, { modifiedAt, size, isStored = false } = {}) {
      try {
        closed.signal.throwIfAborted();
        zip.addReadStream(bytes, path, {
          compressionLevel: isStored || ALREADY_COMPRESSED.test(path) ? 0 : FASTEST_COMPRESSION_LEVEL,
          ...(modifiedAt && { mtime: modifiedAt }),
          ...(isStored && { mtime: NO_TIME, forceDosTimestamp: true }),
          ...(size !== undefined && { size }),
        });
        await finished(bytes, { writable: false, signal: closed.signal });
      } finally {
        // yazl tells the source nothing when its reader goes away.
        bytes.destroy();
      }
    },
    finish: () => zip.end(),
    abandon(error) {
      output.destroy(error instanceof Error ? error : new Error('The archive failed', { cause: error }));
    },
  };
}
