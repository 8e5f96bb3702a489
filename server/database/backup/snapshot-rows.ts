import { type ControlledTransaction, type Selectable, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import type { Database } from '../open-database.ts';
import type { Schema } from '../schema.ts';
import type { BlobsTable } from '../tables/documents.ts';

/** The values that both engines' drivers return for the column types in use. */
export type Row = Record<string, string | number | Buffer | null>;

/** The last id that a table assigned, even when its row is gone: no id is ever assigned twice. */
export interface Sequence {
  table: string;
  value: number;
}

const PAGE_SIZE = 500;

/**
 * Opens a transaction whose reads all see one state of the database and block no writer. Roll it back soon:
 * while it is open, PostgreSQL cannot vacuum and SQLite's log grows.
 */
export function openSnapshot(db: Database): Promise<ControlledTransaction<Schema>> {
  // SQLite knows neither setting and needs neither: its read transactions are snapshots.
  return db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
}

/**
 * Streams all rows of a table with few of them in memory. On SQLite nothing else may use this connection
 * meanwhile.
 */
export async function* streamRows(
  snapshot: Database,
  engine: DatabaseEngine,
  table: string,
): AsyncGenerator<Row> {
  if (engine === 'sqlite') {
    const rows = sql<Row>`${sql.table(table)}`.as('rows');
    yield* snapshot.selectFrom(rows).selectAll().stream();
    return;
  }
  // The driver streams only with another library; a cursor on the server does the same.
  await sql`declare backup_rows no scroll cursor for select * from ${sql.table(table)}`.execute(snapshot);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE_SIZE)} from backup_rows`.execute(snapshot);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`close backup_rows`.execute(snapshot);
}

/** PostgreSQL's sequences are not part of a snapshot: read after the rows they are never behind them. */
export async function listSequences(db: Database, engine: DatabaseEngine): Promise<Sequence[]> {
  const sequences =
    engine === 'sqlite'
      ? sql<Sequence>`select name as "table", seq as value from sqlite_sequence`
      : sql<Sequence>`
          select "table", value from (
            select table_name as "table",
              pg_sequence_last_value(pg_get_serial_sequence(quote_ident(table_name), column_name)::regclass) as value
            from information_schema.columns
            where table_schema = current_schema() and is_identity = 'YES') as given
          where value is not null`;
  return (await sequences.execute(db)).rows;
}

export type BlobRow = Selectable<BlobsTable>;

/** Iterates over all blobs in short reads: a blob added or removed meanwhile may or may not be included. */
export async function* iterateBlobs(db: Database): AsyncGenerator<BlobRow> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('blobs')
      .selectAll()
      .where('key', '>', after)
      .orderBy('key')
      .limit(PAGE_SIZE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}
