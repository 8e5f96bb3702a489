import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';

/** The position of a row that stands for what a check unpacks, in place of a file or folder. */
const HELD = -1;

/**
 * Sums what the imports of a user hold that the maintenance has not removed: sources, and what each check unpacked, also an
 * earlier one of the same import and that of a discarded one, whose blobs are still stored.
 */
export async function sumHeldBytes(db: Database, creatorId: number): Promise<number> {
  const own = sql`select id from imports where creator_id = ${creatorId}`;
  const { rows } = await sql<{ bytes: number }>`select cast(coalesce(sum(size), 0) as bigint) as bytes
    from (select size from import_sources where import_id in (${own})
      union all select size from import_entries where import_id in (${own}) and position = ${HELD}) as held`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/** Records the bytes that a check is about to unpack. */
export async function insertHeldBytes(db: Database, importId: number, size: number): Promise<void> {
  const row = { import_id: importId, position: HELD, path: '', blob_key: null, size, levels: null };
  await db.insertInto('import_entries').values(row).execute();
}

/** Tells whether a check of the import unpacked anything. */
export async function holdsUnpackedBytes(db: Database, importId: number): Promise<boolean> {
  const row = await db
    .selectFrom('import_entries')
    .select('id')
    .where('import_id', '=', importId)
    .where('position', '=', HELD)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the record of the last check, whose files have become those of the folder; those of earlier checks stay. */
export async function removeLastHeldBytes(db: Database, importId: number): Promise<void> {
  await sql`delete from import_entries where id = (select max(id) from import_entries
    where import_id = ${importId} and position = ${HELD})`.execute(db);
}
