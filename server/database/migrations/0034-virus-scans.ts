import { type Kysely, sql } from 'kysely';

/** Adds the results of virus scans. Nodes of an earlier version neither scan what they add nor withhold anything. */
export async function addVirusScans(db: Kysely<unknown>): Promise<void> {
  for (const [column, type] of [
    ['scan_state', 'text'],
    ['scan_result', 'text'],
    ['scanned_at', 'bigint'],
  ] as const)
    await db.schema.alterTable('blobs').addColumn(column, type).execute();
  await sql`create index blobs_withheld on blobs (scan_state, key)
    where scan_state is not null and scan_state <> 'clean'`.execute(db);
}
