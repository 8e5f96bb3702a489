import { setImmediate } from 'node:timers/promises';
import type SqliteDatabase from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** Learns when what was changed is committed. */
export interface CommitListener {
  committed(): void;
  rolledBack(): void;
}

/** SQLite runs statements on the main thread, where requests wait for them. */
const MAX_BLOCKED_MS = 20;

/**
 * Lets other work of the process run once its statements took 20 ms without a pause, also inside a transaction. SQLite rolls a
 * transaction back by itself when the disk is full or broken: what follows then fails too, or it would be saved without it.
 */
export class YieldingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #database: SqliteDatabase.Database;
  readonly #commits: CommitListener;
  #blockedMs = 0;
  #pause: Promise<void> | undefined;
  #hasBegun = false;
  /** The error with which SQLite rolled the transaction back. */
  #rolledBackBy: unknown;

  constructor(connection: DatabaseConnection, database: SqliteDatabase.Database, commits: CommitListener) {
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
      if (!this.#database.inTransaction) this.#commits.committed();
      return result;
    } catch (error) {
      this.#rolledBackBy ??= error;
      if (!this.#database.inTransaction) this.#commits.rolledBack();
      throw error;
    } finally {
      this.#blockedMs += performance.now() - begun;
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery(query, chunkSize);
  }
}
