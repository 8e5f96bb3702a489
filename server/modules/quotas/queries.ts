import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { findRemovedBlob } from '#server/database/scan-state.ts';
import type { Usage } from '#shared/contracts/settings.ts';

/** Sums the sizes of files and earlier versions whose content was removed from closed rooms: they keep their sizes, and nothing is stored. */
async function countRemovedBytes(db: Database, ownerId: number | undefined): Promise<number> {
  const key = await findRemovedBlob(db);
  if (key === undefined) return 0;
  const isOwn = ownerId === undefined ? sql`true` : sql`files.owner_id = ${ownerId}`;
  const { rows } = await sql<{ bytes: number }>`select cast(
    (select coalesce(sum(files.size), 0) from files where files.blob_key = ${key} and ${isOwn})
    + (select coalesce(sum(file_versions.size), 0) from file_versions join files on files.id = file_versions.file_id
        where file_versions.blob_key = ${key} and file_versions.replaced_at is not null and ${isOwn})
    as bigint) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Counts what one user owns, or everybody together, trash and earlier versions included: their bytes are stored
 * too. Reads an index alone, and another for the earlier versions, of which there are few. */
export async function countUsage(db: Database, ownerId: number | undefined): Promise<Usage> {
  const [[files], [earlierVersions], [termsDocuments], [folders]] =
    ownerId === undefined
      ? [
          await filesOf(db).execute(),
          await earlierVersionsOf(db).execute(),
          await termsDocumentsOf(db).execute(),
          await foldersOf(db).execute(),
        ]
      : [
          await selectFilesOf(db, { ownerId }),
          await selectEarlierVersionsOf(db, { ownerId }),
          await selectTermsDocumentsOf(db, { ownerId }),
          await selectFoldersOf(db, { ownerId }),
        ];
  const removed = await countRemovedBytes(db, ownerId);
  return {
    bytes: (files?.bytes ?? 0) + (earlierVersions?.bytes ?? 0) + (termsDocuments?.bytes ?? 0) - removed,
    files: files?.count ?? 0,
    folders: folders?.count ?? 0,
  };
}

const filesOf = (db: Database) =>
  db
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    // PostgreSQL returns a sum of bigint as numeric, which the driver delivers as text.
    .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'));
const earlierVersionsOf = (db: Database) =>
  db
    .selectFrom('file_versions')
    .innerJoin('files', 'files.id', 'file_versions.file_id')
    .select(sql<number>`cast(coalesce(sum(file_versions.size), 0) as bigint)`.as('bytes'))
    .where('file_versions.replaced_at', 'is not', null);
const termsDocumentsOf = (db: Database) =>
  db
    .selectFrom('terms_versions')
    .innerJoin('terms', 'terms.id', 'terms_versions.terms_id')
    .innerJoin('blobs', 'blobs.key', 'terms_versions.blob_key')
    .select(sql<number>`cast(coalesce(sum(blobs.size), 0) as bigint)`.as('bytes'));
const foldersOf = (db: Database) =>
  db.selectFrom('folders').select((select) => select.fn.countAll<number>().as('count'));

interface Owner {
  readonly ownerId: number;
}

const selectFilesOf = prepareQuery((db, { ownerId }: Owner) => filesOf(db).where('owner_id', '=', ownerId));
const selectEarlierVersionsOf = prepareQuery((db, { ownerId }: Owner) =>
  earlierVersionsOf(db).where('files.owner_id', '=', ownerId),
);
const selectTermsDocumentsOf = prepareQuery((db, { ownerId }: Owner) =>
  termsDocumentsOf(db).where('terms.owner_id', '=', ownerId),
);
const selectFoldersOf = prepareQuery((db, { ownerId }: Owner) =>
  foldersOf(db).where('owner_id', '=', ownerId),
);
