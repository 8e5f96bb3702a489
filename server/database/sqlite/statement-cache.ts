import type SqliteDatabase from 'better-sqlite3';

/** More than the product has; lists of ids add a statement for each of their lengths. */
const MAX_CACHED_STATEMENTS = 500;
/** More than the longest statement of the access rule has, which takes longest to prepare; lists of ids have up to a thousand. */
const MAX_CACHED_PARAMETERS = 200;

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
    const known = this.#kept.get(text);
    const statement = known ?? this.#database.prepare<unknown[]>(text);
    this.#isLastReadOnly = statement.readonly;
    if (known || text.split('?').length - 1 <= MAX_CACHED_PARAMETERS) this.#keep(text, statement);
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
