import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { removedBlob } from '#server/database/scan-state.ts';
import type { Usage } from '#shared/contracts/settings.ts';

/**
 * Sums the sizes of files and earlier versions whose content was removed from closed rooms: they keep their sizes, and nothing is
 * stored.
 */
async function countRemovedBytes(db: Database, ownerId: number | undefined, key: string): Promise<number> {
  const isOwn = ownerId === undefined ? sql`true` : sql`files.owner_id = ${ownerId}`;
  const { rows } = await sql<{ bytes: number }>`select cast(
    (select coalesce(sum(files.size), 0) from files where files.blob_key = ${key} and ${isOwn})
    + (select coalesce(sum(file_versions.size), 0) from file_versions join files on files.id = file_versions.file_id
        where file_versions.blob_key = ${key} and file_versions.replaced_at is not null and ${isOwn})
    as bigint) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** On PostgreSQL, which keeps a row for each change: added up from this many on. */
const MAX_ROWS_OF_OWNER = 64;

/**
 * Counts what one user owns, or everybody together, trash and earlier versions included: their bytes are stored too. Reads sums
 * that triggers keep, so that it takes no longer for a user of many files.
 */
export async function countUsage(db: Database, ownerId: number | undefined): Promise<Usage> {
  const [totals] =
    ownerId === undefined ? await totalsOf(db).execute() : await selectTotalsOf(db, { ownerId });
  if (!totals) return { bytes: 0, files: 0, folders: 0 };
  if (ownerId !== undefined && totals.rows > MAX_ROWS_OF_OWNER) await addUpTotals(db, ownerId);
  const { removedKey } = totals;
  const removedBytes = removedKey === null ? 0 : await countRemovedBytes(db, ownerId, removedKey);
  const bytes = totals.bytes + totals.termsBytes - removedBytes;
  return { bytes, files: totals.files, folders: totals.folders };
}

/** Replaces the rows of one owner with their sum. Leaves those that somebody else is adding up at the same time. */
async function addUpTotals(db: Database, ownerId: number): Promise<void> {
  await sql`with added_up as (
      delete from owned_totals where id in (
        select id from owned_totals where owner_id = ${ownerId} for update skip locked)
      returning owner_id, files, folders, bytes
    ) insert into owned_totals (owner_id, files, folders, bytes)
      select owner_id, sum(files), sum(folders), sum(bytes) from added_up group by owner_id`.execute(db);
}

const termsBytesOf = (db: Database) =>
  db
    .selectFrom('terms_versions')
    .innerJoin('terms', 'terms.id', 'terms_versions.terms_id')
    .innerJoin('blobs', 'blobs.key', 'terms_versions.blob_key')
    // PostgreSQL returns a sum of bigint as numeric, which the driver delivers as text.
    .select(sql<number>`cast(coalesce(sum(blobs.size), 0) as bigint)`.as('bytes'));

const sumOf = (column: 'files' | 'folders' | 'bytes') =>
  sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`.as(column);

const totalsOf = (db: Database, termsBytes = termsBytesOf(db)) =>
  db
    .selectFrom('owned_totals')
    .select((select) => [
      select.fn.countAll<number>().as('rows'),
      sumOf('files'),
      sumOf('folders'),
      sumOf('bytes'),
      sql<number>`(${termsBytes})`.as('termsBytes'),
      sql<string | null>`(${removedBlob})`.as('removedKey'),
    ]);

const selectTotalsOf = prepareQuery((db, { ownerId }: { readonly ownerId: number }) =>
  totalsOf(db, termsBytesOf(db).where('terms.owner_id', '=', ownerId)).where('owner_id', '=', ownerId),
);
