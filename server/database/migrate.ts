import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseEngine } from './database-engine.ts';
import { createInitialSchema } from './migrations/0001-initial/initial-migration.ts';
import type { Database } from './open-database.ts';

/** The names are stored in every database and never change. */
const createMigrator = (db: Database, engine: DatabaseEngine): Migrator =>
  new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-initial': { up: (untyped: Kysely<unknown>) => createInitialSchema(untyped, engine) },
      }),
    },
  });

/**
 * Migrates the database to the newest schema, or up to the named migration, in one transaction. Concurrent processes wait
 * for each other.
 */
export async function migrate(db: Database, engine: DatabaseEngine, upTo?: string): Promise<void> {
  const migrator = createMigrator(db, engine);
  const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
  if (!error) return;
  const reason = error instanceof Error ? error.message : 'unknown reason';
  throw new Error(`Database migration failed: ${reason}`, { cause: error });
}

/** Returns the migrations that this version knows, in order, and whether each was applied to the database. */
export async function listMigrations(
  db: Database,
  engine: DatabaseEngine,
): Promise<{ name: string; isDone: boolean }[]> {
  const migrations = await createMigrator(db, engine).getMigrations();
  return migrations.map(({ name, executedAt }) => ({ name, isDone: executedAt !== undefined }));
}
