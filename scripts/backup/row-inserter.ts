import type { Engine } from '#server/database/database-engine.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Row } from '#server/database/backup/snapshot-rows.ts';
import type { RoomTables } from '#server/database/backup/backup-tables.ts';
import { insertRows } from '#server/database/backup/restore-rows.ts';

const ROWS_AT_ONCE = 500;
/** SQLite takes 32,766 in a statement, PostgreSQL 65,535. */
const MOST_VALUES = 30_000;

interface RowBatches {
  add(table: string, row: Row): Promise<void>;
  flush(): Promise<void>;
}

/** Inserts rows many at a time. What is no table or column of a room is refused: names end up in a statement. */
export function createRowBatches(db: Database, engine: Engine, tables: RoomTables): RowBatches {
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
        throw new Error('it holds a row that no table of this room takes');
      const isFull = rows.length >= ROWS_AT_ONCE || (rows.length + 1) * names.length > MOST_VALUES;
      if (isFull || ofTable !== table || names.join() !== columns) await flush();
      table = ofTable;
      columns = names.join();
      rows.push(row);
    },
    flush,
  };
}
