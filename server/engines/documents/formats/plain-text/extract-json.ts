import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { formatRow } from '#server/engines/documents/blocks/format-table.ts';
import { decodeText } from './decode-text.ts';
import { writePlainText } from './extract-plain-text.ts';

/** A block gathers this much of one top-level element at most, so that a citation stays short. */
const MAX_BLOCK_LENGTH = 2_000;

/** Reading digits takes ten times as long: a larger file is too long to be read whole in any case. */
const MAX_EXACT_LENGTH = 20 * 1024 * 1024;

/** More names are no columns that a person reads. */
const MAX_COLUMNS = 50;

/**
 * JSON as 'path: value' lines, one group per top-level element, or as a table if these are records; what does not parse is
 * indexed as it stands.
 */
export function extractJson(bytes: Uint8Array, writer: BlockWriter): void {
  const source = decodeText(bytes);
  let value: unknown;
  try {
    value = parseWithDigits(source);
  } catch {
    writePlainText(source, writer);
    return;
  }
  if (typeof value !== 'object' || value === null) {
    writer.addBlock('paragraph', String(value));
    return;
  }
  const records = readRecords(value);
  if (records !== undefined) {
    writeRecords(records, writer);
    return;
  }
  for (const [key, element] of Object.entries(value)) {
    if (writer.isTruncated) return;
    let lines: string[] = [];
    let length = 0;
    for (const line of flatten(key, element)) {
      if (length > MAX_BLOCK_LENGTH) {
        writer.addBlock('paragraph', lines.join('\n'));
        lines = [];
        length = 0;
        if (writer.isTruncated) return;
      }
      lines.push(line);
      length += line.length;
    }
    writer.addBlock('paragraph', lines.join('\n'));
  }
}

/** Parses JSON with numbers as text, as they are written: a number would lose digits, and zeros at its end. */
function parseWithDigits(source: string): unknown {
  if (source.length > MAX_EXACT_LENGTH) return JSON.parse(source);
  try {
    return JSON.parse(source, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? value) : value,
    );
  } catch (error) {
    // It is nested deeper than a function can follow.
    if (error instanceof RangeError) return JSON.parse(source);
    throw error;
  }
}

type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns a list of records that have two names or more in all; nothing for another value. */
function readRecords(value: object): { names: string[]; records: readonly JsonRecord[] } | undefined {
  if (!Array.isArray(value) || value.length < 2 || !value.every(isRecord)) return undefined;
  const names = [...new Set(value.flatMap((record) => Object.keys(record)))];
  return names.length < 2 || names.length > MAX_COLUMNS ? undefined : { names, records: value };
}

/** Writes records as the rows of a table. */
function writeRecords(
  { names, records }: { names: readonly string[]; records: readonly JsonRecord[] },
  writer: BlockWriter,
): void {
  const header = names.map(sayName);
  writer.addBlock('table', formatRow([], header));
  for (const record of records) {
    if (writer.isTruncated) return;
    writer.addBlock(
      'table',
      formatRow(
        header,
        names.map((name) => String(record[name] ?? '')),
      ),
    );
  }
}

/** Returns whether a value is an object without objects in it. */
const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each !== 'object' || each === null);

/** Parts a name of several words, such as `supportEnds` or `support_ends`. */
const sayName = (name: string): string =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})|[_-]+/gu, ' ')
    .replace(/ \p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

/** A work list instead of recursion: JSON nests as deep as its writer likes. */
function* flatten(key: string, root: unknown): Generator<string> {
  const pending: [string, unknown][] = [[key, root]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, value] = next;
    if (typeof value !== 'object' || value === null) yield `${path}: ${String(value)}`;
    else if (Object.keys(value).length === 0) yield path;
    else
      for (const [name, child] of Object.entries(value).toReversed())
        pending.push([`${path}.${name}`, child]);
  }
}
