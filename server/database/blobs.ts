import type { Selectable } from 'kysely';
import type { Database } from './open-database.ts';
import { prepareQuery } from './prepared/prepare-query.ts';
import { BLOB_COLUMNS } from './tables/column-names.ts';
import type { BlobsTable } from './tables/documents.ts';

/** An object as the blob store returns it. */
interface StoredBlob {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  readonly wrappedKey: Buffer;
}

const insertRow = prepareQuery(
  (db, { key, size, sha256, wrappedKey, now }: StoredBlob & { readonly now: number }) =>
    db.insertInto('blobs').values({ key, size, sha256, wrapped_key: wrappedKey, created_at: now }),
);

export async function insertBlob(db: Database, blob: StoredBlob, now: number): Promise<void> {
  const { key, size, sha256, wrappedKey } = blob;
  await insertRow(db, { key, size, sha256, wrappedKey, now });
}

const selectBlob = prepareQuery((db, { key }: { key: string }) =>
  db.selectFrom('blobs').select(BLOB_COLUMNS).where('key', '=', key),
);

export async function findBlob(db: Database, key: string): Promise<Selectable<BlobsTable> | undefined> {
  return (await selectBlob(db, { key }))[0];
}
