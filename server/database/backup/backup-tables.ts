import { sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import type { Database } from '../open-database.ts';

/** Column names by table. */
export type BackupTables = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Tables that no backup contains: a restore signs nobody in and shows no room as a group, neither with an API token that was
 * revoked since the backup nor in a browser that a link remembered; mailed links to accounts are void, sign-ins begin again,
 * attempt counts restart, unfinished uploads start again, and the rows of `locks` are created with the tables.
 */
const EXCLUDED_TABLES = [
  // They come before the sessions that opened them.
  'view_as_sessions',
  'sessions',
  'api_tokens',
  'account_links',
  'link_devices',
  'login_challenges',
  'attempt_counts',
  'upload_parts',
  'uploads',
  'locks',
];

/** Tables that triggers write while the rows of others are restored. */
const DERIVED_TABLES = ['owned_totals'];

/**
 * Ends what no restore brings back, in a database that was recovered to an earlier moment by other means: it has the sessions and
 * tokens of that moment, of which any may have been ended since. A database of an earlier version lacks some of the tables.
 */
export async function deleteUnrestoredRows(db: Database): Promise<void> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name));
  await db.transaction().execute(async (db) => {
    for (const table of EXCLUDED_TABLES)
      if (table !== 'locks' && tables.has(table)) await sql`delete from ${sql.table(table)}`.execute(db);
  });
}

/** Lists the tables of the installation from the database's own catalogue, so that no new one is forgotten. */
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
    if ([...EXCLUDED_TABLES, ...DERIVED_TABLES].includes(table) || table.startsWith('kysely_')) continue;
    tables.set(table, (tables.get(table) ?? new Set()).add(column));
  }
  return tables;
}

interface TableColumn {
  table: string;
  column: string;
}
