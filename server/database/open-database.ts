import SqliteDatabase from 'better-sqlite3';
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { markUnavailable } from '#server/app/errors.ts';
import type { DatabaseEngine } from './database-engine.ts';
import type { Schema } from './schema.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

export type Database = Kysely<Schema>;

/**
 * SQLite keeps everything in one file, PostgreSQL is named by its URL. A reader stands beside the room's own process and
 * can neither make nor change anything. An empty file name is a database of this connection's own.
 */
export type DatabaseLocation = ({ engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }) & {
  isReader?: boolean;
};

function openSqlite(file: string, isReadOnly: boolean): Dialect {
  const database = new SqliteDatabase(file, { readonly: isReadOnly, fileMustExist: isReadOnly });
  database.pragma('trusted_schema = OFF');
  database.pragma('busy_timeout = 5000');
  if (isReadOnly) return createSqliteDialect(database);
  database.pragma('journal_mode = WAL');
  // FULL: an acknowledged commit survives a power cut, not only a crash of the process.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -65536');
  return createSqliteDialect(database);
}

/** Without it a server that accepts and says nothing would hold every request, and `/readyz` too, for ever. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * JIT compilation is off: recursive queries are estimated at many times their rows, and compiling one took up to seconds
 * where running it takes milliseconds.
 *
 * What the driver calls int8 and numeric come as text by default; ids, sizes and instants fit a double.
 */
function openPostgres(url: string, isReadOnly: boolean): PostgresDialect {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types,
    application_name: 'muniment',
    options: ['-c jit=off', ...(isReadOnly ? ['-c default_transaction_read_only=on'] : [])].join(' '),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // An 'error' event without a listener ends the process. The pool listens to idle clients only and passes their errors
  // on; a client in use that breaks fails its queries, and the pool drops it when it is released.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', markUnavailable));
  return new PostgresDialect({ pool });
}

export function openDatabase(location: DatabaseLocation): { db: Database; engine: DatabaseEngine } {
  const { isReader: isReadOnly = false } = location;
  const dialect =
    location.engine === 'sqlite'
      ? openSqlite(location.file, isReadOnly)
      : openPostgres(location.url, isReadOnly);
  return { db: new Kysely<Schema>({ dialect }), engine: location.engine };
}
