import { z } from 'zod';
import type { Row } from '#server/database/backup/snapshot-rows.ts';
import { objectFormat } from '#server/engines/storage/object-storage.ts';

/** JSON has no bytes; no other column holds an object. */
const bytes = z.strictObject({ base64: z.base64() });
const count = z.int().nonnegative();

/** Describes an object: size and SHA-256 are those of the plaintext, as its row says. */
export const objectDescription = z.strictObject({
  key: z.string().refine(objectFormat.isKey),
  size: count,
  sha256: z.string(),
  wrappedKey: bytes,
});
export const archivedRow = z.record(z.string(), z.union([z.string(), z.number(), z.null(), bytes]));
export const archivedSequence = z.strictObject({ table: z.string(), value: count });
export const archiveEnd = z.strictObject({ objects: count, rows: count });

export interface ObjectEntry extends z.infer<typeof objectDescription> {
  kind: 'object';
  /** Bytes of the object as stored. */
  length: number;
}
interface RowEntry {
  kind: 'row';
  table: string;
  row: z.infer<typeof archivedRow>;
}
type SequenceEntry = { kind: 'sequence' } & z.infer<typeof archivedSequence>;
type EndEntry = { kind: 'end' } & z.infer<typeof archiveEnd>;

/** An item of an archive. Objects come first, so that a restore has them before a row references them. */
export type ArchiveEntry = ObjectEntry | RowEntry | SequenceEntry | EndEntry;

/**
 * The names inside the tar archive. An object is two members, its description and its bytes; rows are batches of JSON
 * lines; `end.json` counts what must have come before it.
 */
export const memberNames = {
  objectDescription: (key: string) => `objects/${key}.json`,
  object: (key: string) => `objects/${key}`,
  rows: (table: string, batch: number) => `tables/${table}/${batch}.jsonl`,
  sequences: 'sequences.jsonl',
  end: 'end.json',
} as const;

export const encodeBytes = (value: Buffer): z.infer<typeof bytes> => ({ base64: value.toString('base64') });
export const decodeBytes = ({ base64 }: z.infer<typeof bytes>): Buffer => Buffer.from(base64, 'base64');

export const encodeRow = (row: Row): RowEntry['row'] =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      Buffer.isBuffer(value) ? encodeBytes(value) : value,
    ]),
  );

export const decodeRow = (row: RowEntry['row']): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'object' && value !== null ? decodeBytes(value) : value,
    ]),
  );
