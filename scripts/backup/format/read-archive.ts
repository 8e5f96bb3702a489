import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { frameReader, plainLength } from '#server/engines/storage/encrypted-frames.ts';
import { type ArchiveEntry, archiveEntry, KINDS_IN_ORDER, type ObjectEntry } from './archive-entry.ts';
import { type ArchiveHeader, archiveKey } from './archive-header.ts';
import { type ByteSource, createByteSource } from './byte-reader.ts';

/** A row's longest text is a job's or an audit entry's; this leaves room for a hundred times that. */
const LONGEST_LINE = 16 * 1024 * 1024;

interface HeldObject extends ObjectEntry {
  /** Valid until the next entry is asked for. */
  content: AsyncIterable<Buffer>;
}
export type HeldEntry = HeldObject | Exclude<ArchiveEntry, ObjectEntry>;

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
): AsyncGenerator<HeldEntry, void> {
  const { size } = await stat(file);
  const sealed = createReadStream(file, { start: end });
  const open = frameReader(plainLength(size - end)).open(archiveKey(masterKey, header.salt));
  try {
    for await (const entry of readEntries(createByteSource(open(sealed)))) {
      yield entry.kind === 'object' ? { ...entry, content: telling(file, entry.content) } : entry;
    }
  } catch (error) {
    throw new ArchiveDamagedError(file, error);
  } finally {
    sealed.destroy();
  }
}

/** An object's own damage must not be taken for the archive's. */
async function* telling(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw new ArchiveDamagedError(file, error);
  }
}

async function* readEntries(source: ByteSource): AsyncGenerator<HeldEntry, void> {
  const counts = { objects: 0, rows: 0 };
  let reached = 0;
  for (;;) {
    const line = await source.line(LONGEST_LINE);
    if (line === undefined) throw new Error('it has no end');
    const entry = parseEntry(line);
    const place = KINDS_IN_ORDER.indexOf(entry.kind);
    if (place < reached) throw new Error('its parts are out of order');
    reached = place;
    if (entry.kind === 'object') counts.objects += 1;
    if (entry.kind === 'row') counts.rows += 1;
    if (entry.kind === 'end') {
      if (entry.objects !== counts.objects || entry.rows !== counts.rows)
        throw new Error('it holds another number of things than it says');
      if ((await source.line(LONGEST_LINE)) !== undefined) throw new Error('something follows its end');
    }
    yield entry.kind === 'object' ? { ...entry, content: source.bytes(entry.length) } : entry;
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
