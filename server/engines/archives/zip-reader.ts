import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { decodeZipPath } from './decode-zip-path.ts';

/** More files than a room holds; the directory of an archive with as many takes some 50 MB of memory. */
const MAX_ENTRIES = 100_000;
const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE_MASK = 0o170000;

/** An archive that cannot be read: cut off, damaged or with more entries than are read. */
export class UnreadableArchiveError extends Error {
  readonly problem: 'incomplete' | 'too-many-entries';

  constructor(problem: UnreadableArchiveError['problem'], cause?: unknown) {
    super(`The archive cannot be read: ${problem}`, { cause });
    this.name = 'UnreadableArchiveError';
    this.problem = problem;
  }
}

/** A file or folder in an archive, as the archive describes it: nothing of it can be trusted. */
export interface ZipEntry {
  /** With `/` between the names and, for a folder, at the end. */
  readonly path: string;
  /** Bytes that it unpacks to, as the archive states. */
  readonly size: number;
  readonly isEncrypted: boolean;
  readonly isSymbolicLink: boolean;
  /**
   * Opens its content. The stream fails when it unpacks to more or fewer bytes than stated, or to others than its
   * checksum says.
   */
  open(): Promise<Readable>;
}

/** Bytes that can be read at any position. */
export interface ByteSource {
  readonly size: number;
  /** Opens the bytes from `start` to `end`, both included. */
  open(range: { start: number; end: number }): Promise<Readable>;
}

class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const source = this.#source;
    async function* bytes(): AsyncGenerator<Buffer> {
      if (end > start) yield* await source.open({ start, end: end - 1 });
    }
    return Readable.from(bytes(), { objectMode: false });
  }
}

/** Reads the directory of an archive. Only the directory and the entries that are opened are read, in any order. */
export async function openZip(source: ByteSource): Promise<readonly ZipEntry[]> {
  try {
    // The library's own checks of paths and sizes fail the whole archive because of a single entry.
    const zip = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: false,
      autoClose: false,
    });
    if (zip.entryCount > MAX_ENTRIES) throw new UnreadableArchiveError('too-many-entries');
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(describeEntry(zip, entry));
    return entries;
  } catch (error) {
    if (error instanceof UnreadableArchiveError || !isFormatError(error)) throw error;
    throw new UnreadableArchiveError('incomplete', error);
  }
}

/** The library throws plain errors for the format; those of the system and of the storage have a code or a name. */
const isFormatError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Error' && !('code' in error);

const describeEntry = (zip: ZipFile, entry: Entry): ZipEntry => ({
  path: decodeZipPath(entry),
  size: entry.uncompressedSize,
  isEncrypted: entry.isEncrypted(),
  isSymbolicLink: ((entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMBOLIC_LINK,
  open: async () =>
    Readable.from(verified(await zip.openReadStreamPromise(entry), entry), { objectMode: false }),
});

async function* verified(
  bytes: Readable,
  { crc32: expected, uncompressedSize }: Entry,
): AsyncGenerator<Buffer> {
  let [checksum, size] = [0, 0];
  for await (const chunk of bytes) {
    checksum = crc32(chunk, checksum);
    size += chunk.length;
    if (size > uncompressedSize) break;
    yield chunk;
  }
  if (size !== uncompressedSize || checksum !== expected)
    throw new Error('An entry unpacks to other bytes than the archive states');
}
