import { type RawBuilder, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { HISTORY_TABLES, historyOf } from '../migrations/0037-evidence/history-tables.ts';
import { VERSION_RULES } from '../migrations/0077-version-rules/0077-version-rules.ts';
import type { Database } from '../open-database.ts';
import type { BackupTables } from './backup-tables.ts';
import type { Row, Sequence } from './snapshot-rows.ts';

/**
 * Runs `work` in one transaction in which rows may come in any order: foreign keys are checked when all have
 * been inserted.
 */
export function withDeferredForeignKeys<T>(
  db: Database,
  engine: DatabaseEngine,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (db) => {
    if (engine === 'sqlite') {
      await sql`pragma defer_foreign_keys = on`.execute(db);
      return work(db);
    }
    const { rows } = await sql<{ table: string; name: string }>`
      select rel.relname as "table", con.conname as name
      from pg_constraint con join pg_class rel on rel.oid = con.conrelid
      where con.contype = 'f' and con.connamespace = current_schema()::regnamespace`.execute(db);
    const alter = async (how: RawBuilder<unknown>) => {
      for (const { table, name } of rows) {
        await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${how}`.execute(db);
      }
    };
    await alter(sql`deferrable initially deferred`);
    const result = await work(db);
    // Checks them now, since a table with deferred checks cannot be altered back.
    await sql`set constraints all immediate`.execute(db);
    await alter(sql`not deferrable`);
    return result;
  });
}

/** Deletes the rows that new tables begin with: the restored ones replace them. */
export async function deleteSeedRows(db: Database, tables: BackupTables): Promise<void> {
  for (const table of tables.keys()) {
    // Queried first, since the audit log rejects even a delete that matches nothing.
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) await sql`delete from ${sql.table(table)}`.execute(db);
  }
}

/**
 * Empties a table of the history of rights before its rows are restored: the triggers have written to it while the rows of its
 * table were inserted, which comes first in the order of names.
 */
export async function deleteRecordedHistory(db: Database, table: string): Promise<void> {
  if ([...HISTORY_TABLES, VERSION_RULES].some((each) => historyOf(each) === table))
    await sql`delete from ${sql.table(table)}`.execute(db);
}

/** Inserts rows of one table with the same columns in each, with their original ids. */
export async function insertRows(
  db: Database,
  engine: DatabaseEngine,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  const withIds = engine === 'postgres' ? sql`overriding system value` : sql``;
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    ${withIds} values ${sql.join(values)}`.execute(db);
}

/** Sets the id after which the table's next id comes. */
export async function setSequence(
  db: Database,
  engine: DatabaseEngine,
  { table, value }: Sequence,
): Promise<void> {
  if (engine === 'sqlite') {
    await sql`delete from sqlite_sequence where name = ${table} and seq < ${value}`.execute(db);
    await sql`insert into sqlite_sequence (name, seq) select ${table}, ${value}
      where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db);
    return;
  }
  await sql`select setval(pg_get_serial_sequence(quote_ident(table_name), column_name), ${value})
    from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES' and table_name = ${table}`.execute(db);
}
