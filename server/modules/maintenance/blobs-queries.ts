import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { RemovalShare } from './maintenance-task.ts';

const BATCH_SIZE = 500;

const isUnused = (blob: string) => sql`not exists (select 1 from files where blob_key = ${sql.ref(blob)})
  and not exists (select 1 from files where text_blob_key = ${sql.ref(blob)})
  and not exists (select 1 from file_versions where blob_key = ${sql.ref(blob)})
  and not exists (select 1 from file_versions where text_blob_key = ${sql.ref(blob)})
  and not exists (select 1 from users where avatar_blob_key = ${sql.ref(blob)})
  and not exists (select 1 from terms_versions where blob_key = ${sql.ref(blob)})
  and not exists (select 1 from import_sources where blob_key = ${sql.ref(blob)})
  and not exists (select 1 from import_entries where blob_key = ${sql.ref(blob)})
  and not exists (select 1 from room_archives where blob_key = ${sql.ref(blob)})
  and not exists (select 1 from disclosure_certificates where statement_blob_key = ${sql.ref(blob)})
  and not exists (select 1 from disclosure_certificates where pdf_blob_key = ${sql.ref(blob)})`;

interface BlobBatch extends RemovalShare {
  /** Last key of the batch; `null` when no key follows `after`. */
  readonly last: string | null;
}

/** Counts the next blobs in the order of their keys, and those of them that have been unused for long enough. */
export async function countUnusedBlobs(db: Database, after: string, madeBefore: number): Promise<BlobBatch> {
  const { rows } = await sql<BlobBatch>`
    select count(*) as "all", max(key) as last,
      count(case when created_at < ${madeBefore} and ${isUnused('next_blobs.key')} then 1 end) as due
    from (select key, created_at from blobs where key > ${after} order by key limit ${sql.lit(BATCH_SIZE)}) next_blobs`.execute(
    db,
  );
  return rows[0] ?? { all: 0, due: 0, last: null };
}

/**
 * Removes the rows of unused blobs among the next ones and records their objects as unreferenced, in one transaction: no
 * row is ever left without its object, and every object stays known.
 */
export function releaseUnusedBlobs(
  db: Database,
  after: string,
  { madeBefore, now }: { madeBefore: number; now: number },
): Promise<{ last: string | null; released: number }> {
  return db.transaction().execute(async (db) => {
    const { rows } = await sql<{ key: string; is_unused: 0 | 1 }>`
      select key, case when created_at < ${madeBefore} and ${isUnused('blobs.key')} then 1 else 0 end as is_unused
      from blobs where key > ${after} order by key limit ${sql.lit(BATCH_SIZE)}`.execute(db);
    const keys = rows.filter((row) => row.is_unused === 1).map((row) => row.key);
    if (keys.length > 0) {
      await db
        .insertInto('unreferenced_objects')
        .values(keys.map((key) => ({ key, unreferenced_at: now })))
        .execute();
      await db.deleteFrom('blobs').where('key', 'in', keys).execute();
    }
    return { last: rows.at(-1)?.key ?? null, released: keys.length };
  });
}

export async function listReleasedKeys(db: Database, releasedUntil: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unreferenced_objects')
    .select('key')
    .where('unreferenced_at', '<=', releasedUntil)
    .limit(BATCH_SIZE)
    .execute();
  return rows.map((row) => row.key);
}

export async function removeReleasedKeys(db: Database, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('unreferenced_objects').where('key', 'in', keys).execute();
}

/** Returns those of the keys that the database knows. */
export async function listKnownKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('blobs')
    .select('key')
    .where('key', 'in', keys)
    .union(db.selectFrom('unreferenced_objects').select('key').where('key', 'in', keys))
    .union(db.selectFrom('upload_parts').select('key').where('key', 'in', keys))
    .execute();
  return new Set(rows.map((row) => row.key));
}
