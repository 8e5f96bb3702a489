import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Extract, extract } from 'tar-stream';
import type { z } from 'zod';
import { objectFormat } from '#server/engines/storage/object-storage.ts';
import {
  type ArchiveEntry,
  archivedRow,
  archivedSequence,
  archiveEnd,
  memberNames,
  type ObjectEntry,
  objectDescription,
} from './archive-entry.ts';
import { type ArchiveHeader, deriveArchiveKey } from './archive-header.ts';

/** Limit of a member that is read into memory. The longest row, of a job or an audit entry, is far below it. */
const MAX_MEMBER_BYTES = 16 * 1024 * 1024;
const ROWS_NAME = /^tables\/([a-z][a-z_]*)\/\d+\.jsonl$/;
const DESCRIPTION_NAME = /^objects\/[^/]+\.json$/;
const MEMBER_ORDER = ['objects', 'tables', 'sequences', 'end'] as const;

/** A file inside the tar archive. */
type Member = Extract extends AsyncIterable<infer T> ? T : never;

interface ArchivedObject extends ObjectEntry {
  /** Valid until the next entry is requested. */
  content: AsyncIterable<Buffer>;
  /** It was read back and compared when it was copied: its content need not be read. */
  isVerified?: boolean;
}
export type ArchivedEntry = ArchivedObject | Exclude<ArchiveEntry, ObjectEntry>;

/** The file is not the archive that was written. Its message is one sentence for the operator. */
export class ArchiveDamagedError extends Error {
  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${file} is damaged or was altered: ${reason}`, { cause });
    this.name = 'ArchiveDamagedError';
  }
}

/**
 * Yields the entries in order. The tar archive is one encrypted and authenticated stream: without the key no bit of it
 * can be changed, cut off or added. Throws an ArchiveDamagedError, and writes nothing.
 */
export async function* readArchive(
  file: string,
  { header, end }: { header: ArchiveHeader; end: number },
  masterKey: Buffer,
): AsyncGenerator<ArchivedEntry, void> {
  const { size } = await stat(file);
  const encrypted = createReadStream(file, { start: end });
  const decrypt = objectFormat.decrypt(deriveArchiveKey(masterKey, header.salt), size - end);
  try {
    for await (const entry of readEntries(decrypt(encrypted))) {
      yield entry.kind === 'object' ? { ...entry, content: reportReadErrors(file, entry.content) } : entry;
    }
  } catch (error) {
    throw new ArchiveDamagedError(file, error);
  } finally {
    encrypted.destroy();
  }
}

/** Distinguishes damage of the archive from that of the object in it. */
async function* reportReadErrors(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw new ArchiveDamagedError(file, error);
  }
}

/** Checks the order and the number of entries. */
async function* readEntries(bytes: AsyncIterable<Buffer>): AsyncGenerator<ArchivedEntry, void> {
  const counts = { objects: 0, rows: 0 };
  let hasEnded = false;
  for await (const entry of readMembers(bytes)) {
    if (hasEnded) throw new Error('something follows its end');
    if (entry.kind === 'object') counts.objects += 1;
    if (entry.kind === 'row') counts.rows += 1;
    if (entry.kind === 'end') {
      if (entry.objects !== counts.objects || entry.rows !== counts.rows)
        throw new Error('it holds another number of things than it says');
      hasEnded = true;
      continue;
    }
    yield entry;
  }
  if (!hasEnded) throw new Error('it has no end');
  yield { kind: 'end', ...counts };
}

async function* readMembers(bytes: AsyncIterable<Buffer>): AsyncGenerator<ArchivedEntry, void> {
  const archive = extract();
  // A failure also destroys `archive`, whose iterator then throws it.
  const fed = pipeline(bytes, archive).catch(() => {});
  let described: z.infer<typeof objectDescription> | undefined;
  let reached = 0;
  try {
    for await (const member of archive) {
      const { name, type, size: length = 0 } = member.header;
      if (type !== 'file') throw new Error('it holds something other than files');
      const place = MEMBER_ORDER.findIndex((part) => name.startsWith(part));
      if (place < reached) throw new Error('its parts are out of order');
      reached = place;
      if (described && name !== memberNames.object(described.key)) throw new Error('an object is missing');
      if (described) {
        const object = described;
        described = undefined;
        const { content, drain } = readContent(member);
        yield { kind: 'object', ...object, length, content };
        await drain();
      } else if (DESCRIPTION_NAME.test(name)) {
        described = parse(objectDescription, await readText(member));
        if (name !== memberNames.objectDescription(described.key)) throw new Error('an object is misnamed');
      } else yield* parseMember(name, await readText(member));
    }
    if (described) throw new Error('an object is missing');
  } finally {
    archive.destroy();
    await fed;
  }
}

function* parseMember(name: string, text: string): Generator<Exclude<ArchiveEntry, ObjectEntry>> {
  const table = ROWS_NAME.exec(name)?.[1];
  if (table !== undefined) {
    for (const line of linesOf(text)) yield { kind: 'row', table, row: parse(archivedRow, line) };
  } else if (name === memberNames.sequences) {
    for (const line of linesOf(text)) yield { kind: 'sequence', ...parse(archivedSequence, line) };
  } else if (name === memberNames.end) yield { kind: 'end', ...parse(archiveEnd, text) };
  else throw new Error('it holds a file that no backup has');
}

const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);

/** Reads through an iterator that is never closed: closing it early would destroy the archive behind the member. */
function readContent(member: Member): { content: AsyncIterable<Buffer>; drain(): Promise<void> } {
  const chunks = (member as AsyncIterable<Buffer>)[Symbol.asyncIterator](); // its types leave the chunks unknown
  async function* read(): AsyncGenerator<Buffer> {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  }
  return {
    content: read(),
    async drain() {
      while ((await chunks.next()).done !== true);
    },
  };
}

async function readText(member: Member): Promise<string> {
  if ((member.header.size ?? 0) > MAX_MEMBER_BYTES) throw new Error('a file in it is too long');
  return (await buffer(member)).toString('utf8');
}

function parse<T>(shape: z.ZodType<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('a line of it is not JSON');
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw new Error('a line of it is not one of a backup');
  return parsed.data;
}
