import type SqliteDatabase from 'better-sqlite3';

/** More than the product has; lists of ids add a statement for each of their lengths. */
const MAX_CACHED_STATEMENTS = 500;
/**
 * Longer ones are lists of values, whose lengths rarely repeat. The access rule of a folder has 5,700 characters, and preparing it
 * takes 4 ms, a hundred times as long as running it.
 */
const MAX_CACHED_SQL_LENGTH = 16_000;

/**
 * Caches prepared statements, most recently used: preparing one, and compiling its row function, often takes
 * longer than running it. SQLite itself prepares a statement again when the schema has changed.
 */
export class StatementCache {
  readonly #database: SqliteDatabase.Database;
  readonly #kept = new Map<string, SqliteDatabase.Statement<unknown[]>>();
  #isLastReadOnly = true;

  constructor(database: SqliteDatabase.Database) {
    this.#database = database;
  }

  prepare(text: string): SqliteDatabase.Statement<unknown[]> {
    const statement = this.#kept.get(text) ?? this.#database.prepare<unknown[]>(text);
    this.#isLastReadOnly = statement.readonly;
    if (text.length <= MAX_CACHED_SQL_LENGTH) this.#keep(text, statement);
    return statement;
  }

  close(): void {
    this.#database.close();
  }

  /** Returns whether the statement that was prepared last cannot write. */
  get isLastReadOnly(): boolean {
    return this.#isLastReadOnly;
  }

  #keep(text: string, statement: SqliteDatabase.Statement<unknown[]>): void {
    this.#kept.delete(text);
    this.#kept.set(text, statement);
    const [oldest] = this.#kept.size > MAX_CACHED_STATEMENTS ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}
