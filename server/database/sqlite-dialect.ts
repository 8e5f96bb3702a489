import { setImmediate } from 'node:timers/promises';
import type SqliteDatabase from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';

/** More than the product has; lists of ids add a statement for each of their lengths. */
const MAX_CACHED_STATEMENTS = 500;
/** The access rule alone has 5,600 characters and lists up to 8,000; queries with thousands of ids are longer. */
const MAX_CACHED_SQL_LENGTH = 12_000;

/**
 * Caches prepared statements, most recently used: preparing one, and compiling its row function, often takes
 * longer than running it. SQLite itself prepares a statement again when the schema has changed.
 */
function cachePreparedStatements(database: SqliteDatabase.Database): SqliteDialectConfig['database'] {
  const kept = new Map<string, SqliteDatabase.Statement<unknown[]>>();
  return {
    prepare(text) {
      if (text.length > MAX_CACHED_SQL_LENGTH) return database.prepare(text);
      const statement = kept.get(text) ?? database.prepare(text);
      kept.delete(text);
      kept.set(text, statement);
      const [oldest] = kept.size > MAX_CACHED_STATEMENTS ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
      return statement;
    },
    close: () => database.close(),
  };
}

/** Learns when what was changed is committed. */
interface CommitListener {
  committed(): void;
  rolledBack(): void;
}

/** SQLite runs statements on the main thread, where requests wait for them. */
const MAX_BLOCKED_MS = 20;

/**
 * Lets other work of the process run once its statements took 20 ms without a pause, also inside a transaction. SQLite rolls a
 * transaction back by itself when the disk is full or broken: what follows then fails too, or it would be saved without it.
 */
class YieldingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #database: SqliteDatabase.Database;
  readonly #commits: CommitListener | undefined;
  #blockedMs = 0;
  #pause: Promise<void> | undefined;
  #hasBegun = false;
  /** The error with which SQLite rolled the transaction back. */
  #rolledBackBy: unknown;

  constructor(
    connection: DatabaseConnection,
    database: SqliteDatabase.Database,
    commits: CommitListener | undefined,
  ) {
    this.#connection = connection;
    this.#database = database;
    this.#commits = commits;
  }

  enterTransaction(): void {
    this.#hasBegun = true;
    this.#rolledBackBy = undefined;
  }

  leaveTransaction(): void {
    this.#hasBegun = false;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#hasBegun && !this.#database.inTransaction)
      throw new Error('The transaction was rolled back.', { cause: this.#rolledBackBy });
    // Nothing else runs before it ends: once it does, the statements before it count no longer.
    this.#pause ??= setImmediate().then(() => {
      this.#blockedMs = 0;
      this.#pause = undefined;
    });
    if (this.#blockedMs >= MAX_BLOCKED_MS) await this.#pause;
    const begun = performance.now();
    try {
      const result = await this.#connection.executeQuery<R>(query);
      if (!this.#database.inTransaction) this.#commits?.committed();
      return result;
    } catch (error) {
      this.#rolledBackBy ??= error;
      if (!this.#database.inTransaction) this.#commits?.rolledBack();
      throw error;
    } finally {
      this.#blockedMs += performance.now() - begun;
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery(query, chunkSize);
  }
}

/** Knows that SQLite may have rolled a transaction back: a second rollback is an error, which would hide the first one. */
class TransactionAwareDriver extends SqliteDriver {
  readonly #database: SqliteDatabase.Database;
  readonly #commits: CommitListener | undefined;
  #connection: YieldingConnection | undefined;

  constructor(database: SqliteDatabase.Database, commits: CommitListener | undefined) {
    super({ database: cachePreparedStatements(database) });
    this.#database = database;
    this.#commits = commits;
  }

  /** There is one connection: Kysely lends it to one query or transaction at a time. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new YieldingConnection(
      await super.acquireConnection(),
      this.#database,
      this.#commits,
    );
    return this.#connection;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await super.beginTransaction(connection);
    this.#connection?.enterTransaction();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#connection?.leaveTransaction();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#connection?.leaveTransaction();
    this.#commits?.rolledBack();
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Says that changes of the schema can be rolled back, so that a migration is applied as a whole or not at all. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Writes parameters as `+?`, which has the value of `?`. SQLite plans for the value of a bare parameter and so prepares
 * the statement again whenever one is bound, often for longer than it runs. A partial index is used only if its
 * condition is in the query as a literal (docs/decisions/0062).
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

export function createSqliteDialect(
  database: SqliteDatabase.Database,
  commits?: CommitListener,
): SqliteDialect {
  const dialect = new SqliteDialect({ database });
  dialect.createAdapter = () => new TransactionalAdapter();
  dialect.createDriver = () => new TransactionAwareDriver(database, commits);
  dialect.createQueryCompiler = () => new StablePlanCompiler();
  return dialect;
}
