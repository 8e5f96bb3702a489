import type { Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { BLOB_COLUMNS } from '#server/database/tables/column-names.ts';
import type { BlobsTable } from '#server/database/tables/documents.ts';

export type BlobRow = Selectable<BlobsTable>;

/** The columns of an object as the object store returns them. */
interface NewBlob {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  readonly wrappedKey: Buffer;
}

const insertRow = prepareQuery((db, row: Omit<BlobRow, 'scan_state' | 'scan_result' | 'scanned_at'>) =>
  db.insertInto('blobs').values({
    key: row.key,
    size: row.size,
    sha256: row.sha256,
    wrapped_key: row.wrapped_key,
    created_at: row.created_at,
    sent_by: row.sent_by,
  }),
);

/** Inserts an object; `sentBy` says who sent it, if not the owner of its file (see `blobs.sent_by`). */
export async function insertBlob(
  db: Database,
  blob: NewBlob,
  { now, sentBy = null }: { now: number; sentBy?: number | null },
): Promise<void> {
  const { key, size, sha256, wrappedKey } = blob;
  await insertRow(db, { key, size, sha256, wrapped_key: wrappedKey, created_at: now, sent_by: sentBy });
}

const selectBlob = prepareQuery((db, { key }: { key: string }) =>
  db.selectFrom('blobs').select(BLOB_COLUMNS).where('key', '=', key),
);

export async function findBlob(db: Database, key: string): Promise<BlobRow | undefined> {
  return (await selectBlob(db, { key }))[0];
}

/** Finds the row of an object that a file names: it is there as long as the file. */
export async function requireBlob(db: Database, key: string): Promise<BlobRow> {
  const blob = await findBlob(db, key);
  if (!blob) throw new Error('The object of a file has no row');
  return blob;
}

export async function hasBlob(db: Database, key: string): Promise<boolean> {
  const row = await db.selectFrom('blobs').select('key').where('key', '=', key).executeTakeFirst();
  return row !== undefined;
}
