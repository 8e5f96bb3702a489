import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { durableFiles, objectFormat } from '#server/engines/storage/object-storage.ts';
import { type ArchiveEntry, type ObjectEntry, serializeEntry } from './archive-entry.ts';
import { type ArchiveHeader, deriveArchiveKey, serializeHeader } from './archive-header.ts';

/** What goes into an archive; an object's bytes follow it and may be fewer or more than it says. */
export type EntryToWrite =
  | { entry: Exclude<ArchiveEntry, ObjectEntry> }
  | { entry: ObjectEntry; content: AsyncIterable<Buffer> };

const WRITE_BUFFER_BYTES = 1024 * 1024;

/** Writes a new file, durable when this resolves. When it rejects, nothing is left of it. */
export async function writeArchive(
  file: string,
  header: Omit<ArchiveHeader, 'format' | 'salt'>,
  masterKey: Buffer,
  entries: AsyncIterable<EntryToWrite>,
): Promise<void> {
  const salt = randomBytes(32).toString('hex');
  const encrypt = objectFormat.encrypt(deriveArchiveKey(masterKey, salt));
  const handle = await open(file, 'wx', 0o600);
  try {
    const sink = handle.createWriteStream({ flush: true, highWaterMark: WRITE_BUFFER_BYTES });
    await pipeline(async function* () {
      yield serializeHeader({ ...header, salt });
      yield* encrypt(serializeEntries(entries));
    }, sink);
    await durableFiles.syncDirectory(dirname(file));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function* serializeEntries(entries: AsyncIterable<EntryToWrite>): AsyncGenerator<Buffer> {
  for await (const written of entries) {
    yield serializeEntry(written.entry);
    if ('content' in written) yield* padToLength(written.content, written.entry.length);
  }
}

/**
 * Exactly `length` bytes, whatever comes: the archive goes on after a damaged object, which the check at the end finds.
 */
async function* padToLength(content: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let missing = length;
  try {
    for await (const chunk of content) {
      const taken = chunk.subarray(0, missing);
      missing -= taken.length;
      yield taken;
      if (missing === 0) break;
    }
  } catch {
    // A disk that can't be read there: the rest is padded like any other object that is too short.
  }
  const zeroes = Buffer.alloc(64 * 1024);
  for (; missing > 0; missing -= zeroes.length) yield zeroes.subarray(0, missing);
}
