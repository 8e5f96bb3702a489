import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';

/** So few that other work runs between the statements on SQLite. */
const ROWS_PER_REMOVAL = 250;

/** Removes what a check found or covered, a part at a time. */
export async function removeRows(
  db: Database,
  table: 'exposure_findings' | 'exposure_documents' | 'exposure_versions',
  column: 'id' | 'file_id',
  checkId: number,
): Promise<void> {
  // Named with the check, SQLite would find ids among all rows of the check.
  const ofCheck = column === 'id' ? sql`` : sql`check_id = ${checkId} and`;
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${ofCheck}
      ${sql.ref(column)} in (select ${sql.ref(column)} from ${sql.table(table)} where check_id = ${checkId}
        limit ${ROWS_PER_REMOVAL})`.execute(db);
    if ((numAffectedRows ?? 0n) === 0n) return;
  }
}
