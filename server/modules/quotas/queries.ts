import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
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
  const files = await db
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    // PostgreSQL returns a sum of bigint as numeric, which the driver delivers as text.
    .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'))
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? 0))
    .executeTakeFirstOrThrow();
  const earlierVersions = await db
    .selectFrom('file_versions')
    .innerJoin('files', 'files.id', 'file_versions.file_id')
    .select(sql<number>`cast(coalesce(sum(file_versions.size), 0) as bigint)`.as('bytes'))
    .where('file_versions.replaced_at', 'is not', null)
    .$if(ownerId !== undefined, (query) => query.where('files.owner_id', '=', ownerId ?? 0))
    .executeTakeFirstOrThrow();
  const termsDocuments = await db
    .selectFrom('terms_versions')
    .innerJoin('terms', 'terms.id', 'terms_versions.terms_id')
    .innerJoin('blobs', 'blobs.key', 'terms_versions.blob_key')
    .select(sql<number>`cast(coalesce(sum(blobs.size), 0) as bigint)`.as('bytes'))
    .$if(ownerId !== undefined, (query) => query.where('terms.owner_id', '=', ownerId ?? 0))
    .executeTakeFirstOrThrow();
  const removed = await countRemovedBytes(db, ownerId);
  const folders = await db
    .selectFrom('folders')
    .select((select) => select.fn.countAll<number>().as('count'))
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? 0))
    .executeTakeFirstOrThrow();
  return {
    bytes: files.bytes + earlierVersions.bytes + termsDocuments.bytes - removed,
    files: files.count,
    folders: folders.count,
  };
}
