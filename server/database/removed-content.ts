import { sql } from 'kysely';
import type { Database } from './open-database.ts';

/** Finds the empty blob that stands for the content removed from closed rooms; the words about states are those of the partial index. */
export async function findRemovedBlob(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`select key from blobs
    where scan_state is not null and scan_state <> 'clean' and scan_state = 'removed' order by key limit 1`.execute(
    db,
  );
  return rows[0]?.key;
}
