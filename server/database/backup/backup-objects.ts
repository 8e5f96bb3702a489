import { sql } from 'kysely';
import type { Database } from '../open-database.ts';

/**
 * Lists the objects of a backup in a table of a temporary database: there may be more than fit in memory. The
 * name cannot collide with an application table, since those have no capital letters.
 */
const BACKUP_OBJECTS = sql.table('BackupObjects');

export async function createBackupObjectTable(db: Database): Promise<void> {
  await sql`create table ${BACKUP_OBJECTS} (key text primary key, size integer not null, sha256 text not null, is_whole integer not null)`.execute(
    db,
  );
}

export interface BackupObject {
  key: string;
  size: number;
  sha256: string;
  isComplete: boolean;
}

export async function recordBackupObject(
  db: Database,
  { key, size, sha256, isComplete }: BackupObject,
): Promise<void> {
  await sql`insert into ${BACKUP_OBJECTS} values (${key}, ${size}, ${sha256}, ${isComplete ? 1 : 0})
    on conflict (key) do update set size = excluded.size, sha256 = excluded.sha256, is_whole = excluded.is_whole`.execute(
    db,
  );
}

export async function hasBackupObject(db: Database, key: string): Promise<boolean> {
  return (await sql`select 1 from ${BACKUP_OBJECTS} where key = ${key}`.execute(db)).rows.length > 0;
}

/** Lists the blobs of the same database whose object is missing, incomplete or different. */
export async function* listBlobsWithoutObject(db: Database): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ key: string }>`
      select blobs.key from blobs left join ${BACKUP_OBJECTS} as held
        on held.key = blobs.key and held.size = blobs.size and held.sha256 = blobs.sha256 and held.is_whole = 1
      where held.key is null and blobs.key > ${after} order by blobs.key limit 500`.execute(db);
    yield* rows.map(({ key }) => key);
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}
