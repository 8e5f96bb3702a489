import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { createEventLoopYield } from '../event-loop/yield-to-event-loop.ts';
import { decodeZipPath } from './decode-zip-path.ts';
import { type ByteSource, ZipSourceReader } from './zip-source-reader.ts';

const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE_MASK = 0o170000;

/** An archive that cannot be read: cut off, damaged or with a longer directory than is read. */
export class UnreadableArchiveError extends Error {
  readonly problem: 'incomplete' | 'too-many-entries' | 'directory-too-large';

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

/** The rest of what may be read of directories, whose entries are kept in memory. */
export interface DirectoryLimits {
  readonly maxEntries: number;
  readonly maxDirectoryBytes: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** The bytes of the directory. */
  readonly directoryBytes: number;
}

/** Reads the directory of an archive. Only the directory and the entries that are opened are read, in any order. */
export async function openZip(
  source: ByteSource,
  { maxEntries, maxDirectoryBytes }: DirectoryLimits,
): Promise<ZipDirectory> {
  const reader = new ZipSourceReader(source);
  try {
    // The library's own checks of paths and sizes fail the whole archive because of a single entry.
    const zip = await fromRandomAccessReaderPromise(reader, source.size, {
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: false,
      autoClose: false,
    });
    if (zip.entryCount > maxEntries) throw new UnreadableArchiveError('too-many-entries');
    // Nothing but the directory and the comment is behind this position. Its type is wrong in the declarations.
    const directoryBytes = source.size - Number(zip.readEntryCursor);
    if (directoryBytes > maxDirectoryBytes) throw new UnreadableArchiveError('directory-too-large');
    const entries: ZipEntry[] = [];
    const yieldIfDue = createEventLoopYield();
    for await (const entry of zip.eachEntry()) {
      entries.push(describeEntry(zip, entry));
      await yieldIfDue();
    }
    // A part of the bytes that were read last, which would stay with the entries.
    zip.comment = '';
    return { entries, directoryBytes };
  } catch (error) {
    if (error instanceof UnreadableArchiveError || !isFormatError(error)) throw error;
    throw new UnreadableArchiveError('incomplete', error);
  } finally {
    reader.forgetDirectory();
  }
}

/** The library throws plain errors for the format; those of the system and of the storage have a code or a name. */
const isFormatError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Error' && !('code' in error);

/** Keeps a few numbers of an entry: the library's object holds its name, extra fields and comment, up to 192 KB. */
function describeEntry(zip: ZipFile, entry: Entry): ZipEntry {
  const kept = Object.assign(new Entry(), {
    compressedSize: entry.compressedSize,
    compressionMethod: entry.compressionMethod,
    crc32: entry.crc32,
    generalPurposeBitFlag: entry.generalPurposeBitFlag,
    relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
    uncompressedSize: entry.uncompressedSize,
  });
  return {
    path: decodeZipPath(entry),
    size: entry.uncompressedSize,
    isEncrypted: entry.isEncrypted(),
    isSymbolicLink: ((entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMBOLIC_LINK,
    open: async () =>
      Readable.from(verified(await zip.openReadStreamPromise(kept), kept), { objectMode: false }),
  };
}

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
