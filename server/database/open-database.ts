import SqliteDatabase from 'better-sqlite3';
import { type Dialect, Kysely, type LogEvent, PostgresAdapter } from 'kysely';
import type { DatabaseLimits } from '#server/app/config.ts';
import type { DatabaseEngine } from './database-engine.ts';
import { describeQuery, type QueryObserver } from './describe-query.ts';
import { CommittedAnnouncements } from './live-changes/committed-announcements.ts';
import { createPostgresDialect } from './postgres-dialect.ts';
import { openPostgresPool, type PoolUse } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { DurableCommits, openLogOf } from './sqlite/durable-commits.ts';
import { createReaderDialect, type RunStatement } from './sqlite/reader-dialect.ts';
import { createSqliteDialect } from './sqlite/sqlite-dialect.ts';

export type Database = Kysely<Schema>;

/** Returns whether the database is PostgreSQL, for the few statements that SQLite does not support. */
export const isPostgres = (db: Database): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * SQLite keeps everything in one file, PostgreSQL is named by its URL. A read-only connection is used beside a
 * running server and can neither create nor change anything. An empty file name opens a temporary database of
 * this connection.
 */
export type DatabaseLocation = ({ engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }) & {
  isReader?: boolean;
};

interface OpenedDialect {
  readonly dialect: Dialect;
  readonly announcements?: CommittedAnnouncements;
  readonly createReader?: (run: RunStatement) => Dialect;
}

function openSqlite(file: string, isReadOnly: boolean): OpenedDialect {
  const database = new SqliteDatabase(file, { readonly: isReadOnly, fileMustExist: isReadOnly });
  database.pragma('trusted_schema = OFF');
  database.pragma('busy_timeout = 5000');
  if (isReadOnly) return { dialect: createSqliteDialect({ database }) };
  // What is acknowledged survives a power cut, not only a crash of the process: by a sync that commits share, or one for each.
  const isLogged = database.pragma('journal_mode = WAL', { simple: true }) === 'wal';
  database.pragma(`synchronous = ${isLogged ? 'NORMAL' : 'FULL'}`);
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -65536');
  const announcements = new CommittedAnnouncements(database);
  if (!isLogged) return { dialect: createSqliteDialect({ database, announcements }), announcements };
  const durable = new DurableCommits(openLogOf(file));
  return {
    dialect: createSqliteDialect({ database, announcements, durable }),
    announcements,
    createReader: (run) => createReaderDialect({ run, durable }),
  };
}

export interface OpenedDatabase {
  readonly db: Database;
  readonly engine: DatabaseEngine;
  /** Announcements of transactions, once they are committed; absent on PostgreSQL, which notifies, and for readers. */
  readonly announcements?: CommittedAnnouncements;
  /**
   * Creates the database of statements that a reader of the file runs; absent where readers and the writer would wait for each
   * other: without a write-ahead log. PostgreSQL needs none.
   */
  readonly createReader?: (run: RunStatement) => Database;
  /** How many connections are in use; absent on SQLite, which has one. */
  readonly readPoolUse?: () => PoolUse;
}

/**
 * Opens a database; the limits count on PostgreSQL alone, and programs that run for long set none. The observer is called after
 * each query.
 */
export function openDatabase(
  location: DatabaseLocation,
  limits?: DatabaseLimits,
  observe?: QueryObserver,
): OpenedDatabase {
  const { engine, isReader: isReadOnly = false } = location;
  const log = observe && ((event: LogEvent) => observe(describeQuery(event)));
  const open = (dialect: Dialect): Database => new Kysely<Schema>({ dialect, ...(log && { log }) });
  if (location.engine === 'sqlite') {
    const { dialect, createReader, ...announced } = openSqlite(location.file, isReadOnly);
    const reader = createReader && { createReader: (run: RunStatement) => open(createReader(run)) };
    return { db: open(dialect), engine, ...announced, ...reader };
  }
  const { pool, readUse } = openPostgresPool(location.url, { isReadOnly, limits });
  return { db: open(createPostgresDialect(pool)), engine, readPoolUse: readUse };
}
