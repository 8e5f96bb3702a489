import { setImmediate } from 'node:timers/promises';
import type SqliteDatabase from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { isLosable } from '../prepared/losable-changes.ts';
import type { StatementCache } from './statement-cache.ts';

/** Learns of the end of transactions, and of statements outside of them. */
export interface CommitListener {
  /** `hasWritten` is false when nothing can have changed. */
  committed(hasWritten: boolean): void;
  rolledBack(): void;
}

interface ConnectionParts {
  readonly connection: DatabaseConnection;
  readonly database: SqliteDatabase.Database;
  readonly statements: Pick<StatementCache, 'isLastReadOnly'>;
  readonly commits: CommitListener;
}

/** Begins a transaction that takes the lock for writing at once, and changes nothing. */
export const BEGIN_IMMEDIATE = 'begin immediate';

const CHANGES_ROWS = /^\s*(?:insert|update|delete)\b/i;

/** Returns whether a statement changed no row, as that of a worker that looks for a job and finds none. */
const changedNothing = ({ sql }: CompiledQuery, { rows, numAffectedRows }: QueryResult<unknown>): boolean =>
  sql === BEGIN_IMMEDIATE || (CHANGES_ROWS.test(sql) && rows.length === 0 && (numAffectedRows ?? 0n) === 0n);

/**
 * SQLite runs statements on the main thread, where requests wait for them: at most 20 ms. Checked before a statement, whose own
 * time comes on top.
 */
const MAX_BLOCKED_MS = 5;

/** Resolves when timers and connections have had their turn: the first immediate may run before them. */
async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * Lets other work of the process run once its statements took 5 ms without a pause, also inside a transaction. SQLite rolls a
 * transaction back by itself when the disk is full or broken: what follows then fails too, or it would be saved without it.
 */
export class YieldingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #database: SqliteDatabase.Database;
  readonly #statements: Pick<StatementCache, 'isLastReadOnly'>;
  readonly #commits: CommitListener;
  #blockedMs = 0;
  #pause: Promise<void> | undefined;
  #hasBegun = false;
  #hasPaused = false;
  /** Something was written since the last commit. */
  #hasWritten = false;
  /** The error with which SQLite rolled the transaction back. */
  #rolledBackBy: unknown;

  constructor({ connection, database, statements, commits }: ConnectionParts) {
    this.#connection = connection;
    this.#database = database;
    this.#statements = statements;
    this.#commits = commits;
  }

  enterTransaction(): void {
    this.#hasBegun = true;
    this.#hasPaused = false;
    this.#rolledBackBy = undefined;
  }

  leaveTransaction(): void {
    this.#hasBegun = false;
  }

  /** Returns whether other work ran during the transaction, since it took long. */
  get hasPaused(): boolean {
    return this.#hasPaused;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#hasBegun && !this.#database.inTransaction)
      throw new Error('The transaction was rolled back.', { cause: this.#rolledBackBy });
    // Once it ends, the statements before it count no longer.
    this.#pause ??= yieldToEventLoop().then(() => {
      this.#blockedMs = 0;
      this.#pause = undefined;
    });
    if (this.#blockedMs >= MAX_BLOCKED_MS) {
      this.#hasPaused = true;
      await this.#pause;
    }
    const begun = performance.now();
    try {
      const result = await this.#connection.executeQuery<R>(query);
      const hasChanged = !this.#statements.isLastReadOnly && !changedNothing(query, result);
      this.#hasWritten ||= hasChanged && !isLosable(query);
      if (!this.#database.inTransaction) this.#commits.committed(this.#takeHasWritten());
      return result;
    } catch (error) {
      this.#rolledBackBy ??= error;
      if (!this.#database.inTransaction) {
        this.#takeHasWritten();
        this.#commits.rolledBack();
      }
      throw error;
    } finally {
      this.#blockedMs += performance.now() - begun;
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery(query, chunkSize);
  }

  #takeHasWritten(): boolean {
    const hasWritten = this.#hasWritten;
    this.#hasWritten = false;
    return hasWritten;
  }
}
