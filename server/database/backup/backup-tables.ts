import { sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import type { Database } from '../open-database.ts';

/** Column names by table. */
export type BackupTables = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What no backup takes along: nobody stays signed in by a restore, guesses are counted anew, uploads that were on their
 * way begin again, and the rows of `locks` come with the tables.
 */
const EXCLUDED_TABLES = ['sessions', 'attempt_counts', 'uploads', 'upload_parts', 'locks'];

/** The tables that make up the room, as the database itself names them, so that no new one is ever forgotten. */
export async function listBackupTables(db: Database, engine: DatabaseEngine): Promise<BackupTables> {
  const columns =
    engine === 'postgres'
      ? sql<TableColumn>`
          select c.table_name as "table", c.column_name as "column"
          from information_schema.columns c
          join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
          where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
          order by c.table_name, c.ordinal_position`
      : sql<TableColumn>`
          select m.name as "table", c.name as "column"
          from sqlite_schema m join pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\'
          order by m.name, c.cid`;
  const { rows } = await columns.execute(db);
  const tables = new Map<string, Set<string>>();
  for (const { table, column } of rows) {
    if (EXCLUDED_TABLES.includes(table) || table.startsWith('kysely_')) continue;
    tables.set(table, (tables.get(table) ?? new Set()).add(column));
  }
  return tables;
}

interface TableColumn {
  table: string;
  column: string;
}
