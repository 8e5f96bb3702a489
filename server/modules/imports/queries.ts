import { type Insertable, type Selectable, sql } from 'kysely';
import type { ImportRow } from '#server/authorization/imports/load-import.ts';
import type { Database } from '#server/database/open-database.ts';
import type {
  ImportEntriesTable,
  ImportSourcesTable,
  ImportsTable,
} from '#server/database/tables/imports.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';

const BATCH_SIZE = 500;

export type SourceRow = Selectable<ImportSourcesTable> & Pick<StoredBlob, 'sha256' | 'wrappedKey'>;
export type EntryRow = Selectable<ImportEntriesTable> & { readonly sha256: string | null };

export function insertImport(db: Database, row: Insertable<ImportsTable>): Promise<ImportRow> {
  return db.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow();
}

export function findImport(db: Database, id: number): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

export interface ImportPage {
  readonly limit: number;
  readonly cursor: number | undefined;
  /** Only those into this folder. */
  readonly folderId: number | undefined;
}

/** Lists the imports of a user that have not ended, newest first, one more than `limit`. */
export function listOwnImports(
  db: Database,
  { creatorId, now }: { creatorId: number; now: number },
  { limit, cursor, folderId }: ImportPage,
): Promise<(ImportRow & { folder_name: string })[]> {
  return db
    .selectFrom('imports')
    .innerJoin('folders', 'folders.id', 'imports.folder_id')
    .selectAll('imports')
    .select('folders.name as folder_name')
    .where('creator_id', '=', creatorId)
    .where('expires_at', '>', now)
    .$if(cursor !== undefined, (query) => query.where('imports.id', '<', cursor ?? 0))
    .$if(folderId !== undefined, (query) => query.where('imports.folder_id', '=', folderId ?? 0))
    .orderBy('imports.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Counts the imports of a user that hold sources. */
export async function countOpenImports(db: Database, creatorId: number, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('imports')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('creator_id', '=', creatorId)
    .where('expires_at', '>', now)
    .where('state', '<>', 'applied')
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts and sums the sources of an import, the unfinished uploads of further ones included. */
export async function measureSources(
  db: Database,
  importId: number,
  now: number,
): Promise<{ received: number; pending: number; bytes: number }> {
  const { rows } = await sql<{ received: number; pending: number; bytes: number }>`
    select count(case when pending = 0 then 1 end) as received, count(case when pending = 1 then 1 end) as pending,
      cast(coalesce(sum(size), 0) as bigint) as bytes
    from (select size, 0 as pending from import_sources where import_id = ${importId}
      union all select size, 1 as pending from uploads
        where import_id = ${importId} and file_id is null and expires_at > ${now}) as sources`.execute(db);
  return rows[0] ?? { received: 0, pending: 0, bytes: 0 };
}

export async function insertSource(db: Database, source: Insertable<ImportSourcesTable>): Promise<number> {
  const row = await db.insertInto('import_sources').values(source).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Iterates over the sources in the order of their arrival, in batches. */
export async function* iterateSources(db: Database, importId: number): AsyncGenerator<SourceRow> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_sources')
      .innerJoin('blobs', 'blobs.key', 'import_sources.blob_key')
      .selectAll('import_sources')
      .select(['blobs.sha256', 'blobs.wrapped_key as wrappedKey'])
      .where('import_id', '=', importId)
      .where('import_sources.id', '>', after)
      .orderBy('import_sources.id')
      .limit(BATCH_SIZE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Moves an import to another state; returns false when it was in none of `from` any more. */
export async function setState(
  db: Database,
  id: number,
  from: readonly ImportRow['state'][],
  changes: Partial<
    Pick<ImportRow, 'state' | 'error' | 'report' | 'steps' | 'steps_done' | 'applied_at' | 'expires_at'>
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertEntries(
  db: Database,
  entries: readonly Insertable<ImportEntriesTable>[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += BATCH_SIZE)
    await db
      .insertInto('import_entries')
      .values(entries.slice(at, at + BATCH_SIZE))
      .execute();
}

export async function insertBlobs(db: Database, blobs: readonly StoredBlob[], now: number): Promise<void> {
  if (blobs.length === 0) return;
  const rows = blobs.map(({ key, size, sha256, wrappedKey }) => ({
    key,
    size,
    sha256,
    wrapped_key: wrappedKey,
    created_at: now,
  }));
  await db.insertInto('blobs').values(rows).execute();
}

/** Removes the entries; their blobs are removed by the maintenance unless they became files. Until then they are held. */
export async function removeEntries(db: Database, importId: number): Promise<void> {
  await db
    .deleteFrom('import_entries')
    .where('import_id', '=', importId)
    .where('position', '>=', 0)
    .execute();
}

export async function removeSources(db: Database, importId: number): Promise<void> {
  await db.deleteFrom('import_sources').where('import_id', '=', importId).execute();
}

/** Iterates over batches of entries, folders first, then files in their order. */
export async function* entryBatches(db: Database, importId: number): AsyncGenerator<EntryRow[]> {
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('import_entries')
      .leftJoin('blobs', 'blobs.key', 'import_entries.blob_key')
      .selectAll('import_entries')
      .select('blobs.sha256')
      .where('import_id', '=', importId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(BATCH_SIZE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.position;
  }
}

/** Removes an import with its sources and entries. */
export async function removeImport(db: Database, id: number): Promise<void> {
  await db.deleteFrom('import_entries').where('import_id', '=', id).execute();
  await removeSources(db, id);
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

export async function listExpiredImports(db: Database, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('expires_at', '<=', now)
    .where('state', 'not in', ['checking', 'applying'])
    .limit(BATCH_SIZE)
    .execute();
  return rows.map(({ id }) => id);
}
