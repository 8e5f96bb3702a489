import type SqliteDatabase from 'better-sqlite3';
import { type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely';

/**
 * SQLite rolls a transaction back by itself when the disk is full or broken. A second rollback is an error,
 * behind which Kysely's own driver would hide the first one.
 */
class Driver extends SqliteDriver {
  readonly #database: SqliteDatabase.Database;

  constructor(database: SqliteDatabase.Database) {
    super({ database });
    this.#database = database;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

export function createSqliteDialect(database: SqliteDatabase.Database): SqliteDialect {
  const dialect = new SqliteDialect({ database });
  dialect.createDriver = () => new Driver(database);
  return dialect;
}
