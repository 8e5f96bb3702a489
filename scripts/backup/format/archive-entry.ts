import { z } from 'zod';
import type { Row } from '#server/database/backup/snapshot-rows.ts';
import { objectFormat } from '#server/engines/storage/object-storage.ts';

/** JSON has no bytes; no column holds an object otherwise. */
const bytes = z.strictObject({ base64: z.base64() });
const count = z.int().nonnegative();

const objectEntry = z.strictObject({
  kind: z.literal('object'),
  key: z.string().refine(objectFormat.isKey),
  /** Of the plaintext, as its row says. */
  size: count,
  sha256: z.string(),
  wrappedKey: bytes,
  /** Of the object, which follows the line as it is in the store. */
  length: count,
});
const rowEntry = z.strictObject({
  kind: z.literal('row'),
  table: z.string(),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null(), bytes])),
});
const sequenceEntry = z.strictObject({ kind: z.literal('sequence'), table: z.string(), value: count });
const endEntry = z.strictObject({ kind: z.literal('end'), objects: count, rows: count });

/** One line of an archive. They come in this order, so that a restore has the objects before a row names them. */
export const archiveEntry = z.discriminatedUnion('kind', [objectEntry, rowEntry, sequenceEntry, endEntry]);
export const ENTRY_ORDER = ['object', 'row', 'sequence', 'end'] as const;

export type ArchiveEntry = z.infer<typeof archiveEntry>;
export type ObjectEntry = z.infer<typeof objectEntry>;
type RowEntry = z.infer<typeof rowEntry>;

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

export const serializeEntry = (entry: ArchiveEntry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`);
