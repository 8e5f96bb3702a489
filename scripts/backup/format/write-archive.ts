import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { durableFiles, objectFormat } from '#server/engines/storage/object-storage.ts';
import { type ArchiveEntry, memberNames, type ObjectEntry } from './archive-entry.ts';
import { type ArchiveHeader, deriveArchiveKey, serializeHeader } from './archive-header.ts';

/** An entry to write. The content of an object may be shorter or longer than its entry says. */
export type EntryToWrite =
  | { entry: Exclude<ArchiveEntry, ObjectEntry> }
  | { entry: ObjectEntry; content: AsyncIterable<Buffer> };

const WRITE_BUFFER_BYTES = 1024 * 1024;
/** Lines of one member, which is in memory as a whole; a longer line is a member of its own. */
const MAX_BATCH_BYTES = 1024 * 1024;

/** Writes a new encrypted file, durable when this resolves. When it rejects, no file is left. */
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
      yield* encrypt(packEntries(entries));
    }, sink);
    await durableFiles.syncDirectory(dirname(file));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function* packEntries(entries: AsyncIterable<EntryToWrite>): AsyncGenerator<Buffer> {
  const archive = pack();
  const written = writeMembers(archive, entries).catch((error: Error) => archive.destroy(error));
  try {
    yield* archive as AsyncIterable<Buffer>; // its types leave the chunks unknown
  } finally {
    archive.destroy();
    await written;
  }
}

async function writeMembers(archive: Pack, entries: AsyncIterable<EntryToWrite>): Promise<void> {
  const batch = createBatch(archive);
  for await (const written of entries) {
    if ('content' in written) {
      const { kind: _kind, length, ...description } = written.entry;
      await writeMember(archive, memberNames.objectDescription(description.key), JSON.stringify(description));
      const content = padToLength(written.content, length);
      await pipeline(content, archive.entry(member(memberNames.object(description.key), length)));
      continue;
    }
    const { entry } = written;
    if (entry.kind === 'row') await batch.add(entry.table, entry.row);
    if (entry.kind === 'sequence') await batch.add(null, { table: entry.table, value: entry.value });
    if (entry.kind !== 'end') continue;
    await batch.flush();
    const { objects, rows } = entry;
    await writeMember(archive, memberNames.end, JSON.stringify({ objects, rows }));
  }
  await batch.flush();
  archive.finalize();
}

/** Collects consecutive rows of one table, or sequences when the table is null, into members of JSON lines. */
function createBatch(archive: Pack) {
  let table: string | null = null;
  let lines: string[] = [];
  let size = 0;
  let batchCount = 0;

  async function flush(): Promise<void> {
    if (lines.length === 0) return;
    batchCount += 1;
    const name = table === null ? memberNames.sequences : memberNames.rows(table, batchCount);
    await writeMember(archive, name, lines.join(''));
    lines = [];
    size = 0;
  }

  return {
    async add(ofTable: string | null, value: object): Promise<void> {
      const line = `${JSON.stringify(value)}\n`;
      const length = Buffer.byteLength(line);
      if (ofTable !== table || size + length > MAX_BATCH_BYTES) await flush();
      table = ofTable;
      lines.push(line);
      size += length;
    },
    flush,
  };
}

const member = (name: string, size: number) => ({ name, size, mode: 0o600, mtime: new Date(0) });

async function writeMember(archive: Pack, name: string, text: string): Promise<void> {
  const content = Buffer.from(text);
  await pipeline([content], archive.entry(member(name, content.length)));
}

/**
 * Yields exactly `length` bytes, so that the archive continues after a damaged object. Verification of the archive
 * finds it.
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
    // A read error of the disk: the rest is padded like that of any object that is too short.
  }
  const zeroes = Buffer.alloc(64 * 1024);
  for (; missing > 0; missing -= zeroes.length) yield zeroes.subarray(0, missing);
}
