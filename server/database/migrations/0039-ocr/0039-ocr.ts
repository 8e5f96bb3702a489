import type { Kysely } from 'kysely';

const COLUMNS = [
  ['ocr_state', 'text'],
  ['ocr_engine', 'text'],
  ['ocr_languages', 'text'],
  ['ocr_confidence', 'double precision'],
] as const;

/** Adds how the text of scans was recognized. Nodes of an earlier version leave the columns as they are. */
export async function addOcrStates(db: Kysely<unknown>): Promise<void> {
  for (const table of ['files', 'file_versions'])
    for (const [column, type] of COLUMNS) await db.schema.alterTable(table).addColumn(column, type).execute();
}
