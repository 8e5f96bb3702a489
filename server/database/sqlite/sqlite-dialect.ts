import type SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import type { DurableCommits } from './durable-commits.ts';
import { StatementCache } from './statement-cache.ts';
import { BEGIN_IMMEDIATE, type CommitListener, YieldingConnection } from './yielding-connection.ts';

/** The default of SQLite: a commit that makes the log longer copies it into the file. */
const PAGES_PER_CHECKPOINT = 1_000;

interface SqliteDialectOptions {
  readonly database: SqliteDatabase.Database;
  /** Absent where SQLite itself syncs each commit, or nothing is kept. */
  readonly durable?: DurableCommits;
  readonly announcements?: Pick<CommitListener, 'rolledBack'> & { committed(): void };
}

/** Gives out turns in the order in which they were asked for. */
class Turns {
  #last = Promise.resolve();
  #end = (): void => {};

  async take(): Promise<void> {
    const before = this.#last;
    const turn = Promise.withResolvers<void>();
    this.#last = turn.promise;
    await before;
    this.#end = turn.resolve;
  }

  end(): void {
    this.#end();
  }
}

/**
 * Lends the one connection to one query or transaction at a time, and ends each once everything before it is durable: no change
 * that a power cut can undo is reported or seen, apart from those that may be lost. The next one runs meanwhile, so that many
 * commits share a sync.
 *
 * Knows that SQLite may have rolled a transaction back: a second rollback is an error, which would hide the first one.
 */
class SharedConnectionDriver extends SqliteDriver {
  readonly #options: SqliteDialectOptions;
  readonly #statements: StatementCache;
  readonly #turns = new Turns();
  readonly #commits: CommitListener = {
    committed: (hasWritten) => {
      if (hasWritten) this.#options.durable?.committed();
      this.#options.announcements?.committed();
    },
    rolledBack: () => this.#options.announcements?.rolledBack(),
  };
  #connection: YieldingConnection | undefined;

  constructor(options: SqliteDialectOptions) {
    const statements = new StatementCache(options.database);
    super({ database: statements });
    this.#options = options;
    this.#statements = statements;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    this.#connection ??= new YieldingConnection({
      connection: await super.acquireConnection(),
      database: this.#options.database,
      statements: this.#statements,
      commits: this.#commits,
    });
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.end();
    await this.#options.durable?.durable();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Takes the lock for writing first, and waits for it: a transaction that reads first fails when a command writes before it
    // does.
    const begin = this.#options.database.readonly ? 'begin' : BEGIN_IMMEDIATE;
    await connection.executeQuery(CompiledQuery.raw(begin));
    this.#connection?.enterTransaction();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { database } = this.#options;
    // What a long transaction changed is much to write already: the next commit copies it from the log into the file.
    const delaysCheckpoint = this.#connection?.hasPaused === true && this.#options.durable !== undefined;
    if (delaysCheckpoint) database.pragma('wal_autocheckpoint = 0');
    try {
      await super.commitTransaction(connection);
    } finally {
      if (delaysCheckpoint) database.pragma(`wal_autocheckpoint = ${PAGES_PER_CHECKPOINT}`);
    }
    this.#connection?.leaveTransaction();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#connection?.leaveTransaction();
    this.#options.announcements?.rolledBack();
    if (this.#options.database.inTransaction) await super.rollbackTransaction(connection);
  }

  override async destroy(): Promise<void> {
    await this.#options.durable?.close();
    await super.destroy();
  }
}

export class SharedConnectionAdapter extends SqliteAdapter {
  /** Changes of the schema can be rolled back, so that a migration is applied as a whole or not at all. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver takes turns itself: Kysely would end a turn only after its commit is durable. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Writes parameters as `+?`, which has the value of `?`. SQLite plans for the value of a bare parameter and so prepares
 * the statement again whenever one is bound, often for longer than it runs. A partial index is used only if its
 * condition is in the query as a literal (docs/decisions/0062).
 */
export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

export function createSqliteDialect(options: SqliteDialectOptions): SqliteDialect {
  const dialect = new SqliteDialect({ database: options.database });
  dialect.createAdapter = () => new SharedConnectionAdapter();
  dialect.createDriver = () => new SharedConnectionDriver(options);
  dialect.createQueryCompiler = () => new StablePlanCompiler();
  return dialect;
}
