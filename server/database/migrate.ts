import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type { DatabaseEngine } from './database-engine.ts';
import { knownMigrations } from './known-migrations.ts';
import type { Database } from './open-database.ts';

const createMigrator = (db: Database, migrations: Record<string, Migration>): Migrator =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

const lastKnownMigration = (engine: DatabaseEngine): string =>
  Object.keys(knownMigrations(engine)).toSorted().at(-1) ?? '';

/** Returns the names of all applied migrations in order; empty for a new database. */
async function listAppliedMigrations(db: Database, engine: DatabaseEngine): Promise<string[]> {
  const {
    rows: [found],
  } = await (engine === 'sqlite'
    ? sql`select 1 as found from sqlite_master where type = 'table' and name = ${DEFAULT_MIGRATION_TABLE}`
    : sql`select 1 as found where to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null`
  ).execute(db);
  if (!found) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Lists the migrations that a later version has applied to the database, which this one does not know. */
export async function listLaterMigrations(db: Database, engine: DatabaseEngine): Promise<string[]> {
  const last = lastKnownMigration(engine);
  return (await listAppliedMigrations(db, engine)).filter((name) => name > last);
}

/**
 * Rejects when a later version has removed what this version needs. A migration that removes something names the oldest
 * migration whose version can still work with the result.
 */
async function assertUsable(db: Database, engine: DatabaseEngine): Promise<void> {
  const property = await db
    .selectFrom('installation_properties')
    .select('value')
    .where('name', '=', 'minimum-migration')
    .executeTakeFirst();
  if (property && property.value > lastKnownMigration(engine))
    throw new Error(
      `The database is in use by a later version of Muniment, and this version cannot work with its schema (${property.value}). Install the later version.`,
    );
}

/**
 * Migrates the database to the newest schema, or up to the named migration, in one transaction. Concurrent processes wait
 * for each other. A schema that a later version has extended is left as it is: during a rolling upgrade, or after a
 * rollback, nodes of the previous version start on it too.
 */
export async function migrate(db: Database, engine: DatabaseEngine, upTo?: string): Promise<void> {
  const known = knownMigrations(engine);
  const names = await listAppliedMigrations(db, engine);
  const later = names.filter((name) => name > lastKnownMigration(engine));
  if (later.length > 0) await assertUsable(db, engine);
  // The migrator reads the catalog of all tables three times, which takes longer than the rest of most starts on PostgreSQL.
  if (upTo === undefined && Object.keys(known).every((name) => names.includes(name))) return;
  const { error } = await withoutTimeouts(db, engine, (db) => {
    const applied = Object.fromEntries(later.map((name) => [name, { up: async () => {} }]));
    const migrator = createMigrator(db, { ...known, ...applied });
    return upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo);
  });
  if (!error) return;
  const reason = error instanceof Error ? error.message : 'unknown reason';
  throw new Error(`Database migration failed: ${reason}`, { cause: error });
}

/** A migration of large tables, and the wait for another process that migrates, take longer than a request may. */
function withoutTimeouts<T>(
  db: Database,
  engine: DatabaseEngine,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (engine === 'sqlite') return work(db);
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      return await work(connection);
    } finally {
      // Resets it to the value that the connection was opened with.
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

/** Returns the migrations that this version knows, in order, and whether each was applied to the database. */
export async function listMigrations(
  db: Database,
  engine: DatabaseEngine,
): Promise<{ name: string; isDone: boolean }[]> {
  const migrations = await createMigrator(db, knownMigrations(engine)).getMigrations();
  return migrations.map(({ name, executedAt }) => ({ name, isDone: executedAt !== undefined }));
}
