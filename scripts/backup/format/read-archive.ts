import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { objectFormat } from '#server/engines/storage/object-storage.ts';
import { type ArchiveEntry, archiveEntry, ENTRY_ORDER, type ObjectEntry } from './archive-entry.ts';
import { type ArchiveHeader, deriveArchiveKey } from './archive-header.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';

/** A row's longest text is a job's or an audit entry's; this leaves room for a hundred times that. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

interface ArchivedObject extends ObjectEntry {
  /** Valid until the next entry is asked for. */
  content: AsyncIterable<Buffer>;
}
export type ArchivedEntry = ArchivedObject | Exclude<ArchiveEntry, ObjectEntry>;

/** Not the archive that was written. Its message is one sentence for the operator. */
export class ArchiveDamagedError extends Error {
  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${file} is damaged or was altered: ${reason}`, { cause });
    this.name = 'ArchiveDamagedError';
  }
}

/**
 * Entry by entry, each authenticated before it is seen: the archive is one sealed stream, so that not a bit of it can
 * be changed, cut off or added without the key. Rejects with ArchiveDamagedError; has no effect on anything.
 */
export async function* readArchive(
  file: string,
  { header, end }: { header: ArchiveHeader; end: number },
  masterKey: Buffer,
): AsyncGenerator<ArchivedEntry, void> {
  const { size } = await stat(file);
  const sealed = createReadStream(file, { start: end });
  const open = objectFormat.decrypt(deriveArchiveKey(masterKey, header.salt), size - end);
  try {
    for await (const entry of readEntries(createByteReader(open(sealed)))) {
      yield entry.kind === 'object' ? { ...entry, content: reportReadErrors(file, entry.content) } : entry;
    }
  } catch (error) {
    throw new ArchiveDamagedError(file, error);
  } finally {
    sealed.destroy();
  }
}

/** An object's own damage must not be taken for the archive's. */
async function* reportReadErrors(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw new ArchiveDamagedError(file, error);
  }
}

async function* readEntries(source: ByteReader): AsyncGenerator<ArchivedEntry, void> {
  const counts = { objects: 0, rows: 0 };
  let reached = 0;
  for (;;) {
    const line = await source.readLine(MAX_LINE_BYTES);
    if (line === undefined) throw new Error('it has no end');
    const entry = parseEntry(line);
    const place = ENTRY_ORDER.indexOf(entry.kind);
    if (place < reached) throw new Error('its parts are out of order');
    reached = place;
    if (entry.kind === 'object') counts.objects += 1;
    if (entry.kind === 'row') counts.rows += 1;
    if (entry.kind === 'end') {
      if (entry.objects !== counts.objects || entry.rows !== counts.rows)
        throw new Error('it holds another number of things than it says');
      if ((await source.readLine(MAX_LINE_BYTES)) !== undefined) throw new Error('something follows its end');
    }
    yield entry.kind === 'object' ? { ...entry, content: source.readBytes(entry.length) } : entry;
    if (entry.kind === 'end') return;
  }
}

function parseEntry(line: string): ArchiveEntry {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error('a line of it is no JSON');
  }
  const parsed = archiveEntry.safeParse(value);
  if (!parsed.success) throw new Error('a line of it is none that a backup has');
  return parsed.data;
}
