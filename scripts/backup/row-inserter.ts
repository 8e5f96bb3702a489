import type { BackupTables } from '#server/database/backup/backup-tables.ts';
import { deleteRecordedHistory, insertRows } from '#server/database/backup/restore-rows.ts';
import type { Row } from '#server/database/backup/snapshot-rows.ts';
import type { DatabaseEngine } from '#server/database/database-engine.ts';
import type { Database } from '#server/database/open-database.ts';

const MAX_ROWS_PER_INSERT = 500;
/** SQLite accepts 32,766 in a statement, PostgreSQL 65,535. */
const MAX_BOUND_VALUES = 30_000;

interface RowInserter {
  add(table: string, row: Row): Promise<void>;
  flush(): Promise<void>;
}

/** Inserts rows in batches. Refuses unknown tables and columns, because the names become part of a statement. */
export function createRowInserter(db: Database, engine: DatabaseEngine, tables: BackupTables): RowInserter {
  let table = '';
  let columns = '';
  let rows: Row[] = [];

  async function flush(): Promise<void> {
    await insertRows(db, engine, table, rows);
    rows = [];
  }

  return {
    async add(ofTable, row) {
      const names = Object.keys(row);
      const known = tables.get(ofTable);
      if (!known || names.length === 0 || !names.every((name) => known.has(name)))
        throw new Error('it contains a row that no table of this version accepts');
      const isFull =
        rows.length >= MAX_ROWS_PER_INSERT || (rows.length + 1) * names.length > MAX_BOUND_VALUES;
      if (isFull || ofTable !== table || names.join() !== columns) await flush();
      if (ofTable !== table) await deleteRecordedHistory(db, ofTable);
      table = ofTable;
      columns = names.join();
      rows.push(row);
    },
    flush,
  };
}
