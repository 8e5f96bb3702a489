import { access } from 'node:fs/promises';
import type { Config } from '#server/app/config.ts';
import { readEncryptionKeys } from '#server/app/open-encryption-keys.ts';
import { withSettingName } from '#server/app/with-setting-name.ts';
import { listBackupTables } from '#server/database/backup/backup-tables.ts';
import { pingDatabase } from '#server/database/check-database.ts';
import { type DatabaseClock, openDatabaseClock } from '#server/database/database-clock.ts';
import type { DatabaseEngine } from '#server/database/database-engine.ts';
import { databaseLocation } from '#server/database/database-location.ts';
import { findInstallationId } from '#server/database/installation-id.ts';
import { listLaterMigrations, listMigrations, migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import {
  type BlobStore,
  type Encryptor,
  type KeyRing,
  type ObjectStore,
  openObjectStorage,
} from '#server/engines/storage/object-storage.ts';

const NO_INSTALLATION = 'The database contains no installation: no server was started on it.';

/** An installation as a command reads it, whether its server runs or not. */
export interface Installation {
  db: Database;
  engine: DatabaseEngine;
  objects: ObjectStore;
  blobs: BlobStore;
  encryptor: Encryptor;
  masterKey: Buffer;
  keyRing: KeyRing;
  installationId: string;
  /** The last migration of its database. */
  migration: string;
  /** The clock of its database, which all nodes share. */
  now(): number;
}

/**
 * Opens an installation without its lock, which belongs to the server, and writes nothing. Rejects with one sentence for
 * the operator.
 */
export const withReadOnlyInstallation = <T>(
  config: Config,
  work: (installation: Installation) => Promise<T>,
): Promise<T> => withInstallation(config, { isReader: true }, work);

/** Does the same for a command that writes to the database, beside a running server. */
export const withWritableInstallation = <T>(
  config: Config,
  work: (installation: Installation) => Promise<T>,
): Promise<T> => withInstallation(config, { isReader: false }, work);

/**
 * Does the same for a database that no server uses, also one of an earlier version: `prepare` runs first, then its tables are
 * migrated.
 */
export const withMigratedInstallation = <T>(
  config: Config,
  prepare: (db: Database) => Promise<void>,
  work: (installation: Installation) => Promise<T>,
): Promise<T> => withInstallation(config, { isReader: false, prepare }, work);

async function withInstallation<T>(
  config: Config,
  { isReader, prepare }: { isReader: boolean; prepare?: (db: Database) => Promise<void> },
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const location = databaseLocation(config);
  if (location.engine === 'sqlite') {
    await access(location.file).catch((cause: Error) => {
      throw new Error(`There is no installation in ${config.dataDir}. Set DATA_DIR to its folder.`, {
        cause,
      });
    });
  }
  const { db, engine } = openDatabase(location.engine === 'sqlite' ? { ...location, isReader } : location);
  let clock: DatabaseClock | undefined;
  try {
    await withSettingName(engine === 'sqlite' ? 'DATA_DIR/muniment.db' : 'DATABASE_URL', () =>
      pingDatabase(db),
    );
    if (prepare) {
      await assertNoLaterSchema(db, engine);
      await assertTables(db, engine);
      await prepare(db);
      await migrate(db, engine);
    }
    const migration = await assertCurrentSchema(db, engine);
    const installationId = await findInstallationId(db);
    if (installationId === undefined) throw new Error(NO_INSTALLATION);
    clock = await openDatabaseClock(db);
    const { masterKey, keyRing } = await readEncryptionKeys(config, db, clock);
    const { objects, blobs, encryptor } = await openObjectStorage({ ...config, keyRing });
    return await work({
      db,
      engine,
      objects,
      blobs,
      encryptor,
      masterKey,
      keyRing,
      installationId,
      migration,
      now: clock.now,
    });
  } finally {
    clock?.close();
    await db.destroy();
  }
}

async function assertCurrentSchema(db: Database, engine: DatabaseEngine): Promise<string> {
  const migrations = await listMigrations(db, engine);
  const last = migrations.at(-1);
  if (!last || migrations.some(({ isDone }) => !isDone))
    throw new Error('The database has not the form of this version of Muniment: start the server once.');
  await assertNoLaterSchema(db, engine);
  return last.name;
}

async function assertNoLaterSchema(db: Database, engine: DatabaseEngine): Promise<void> {
  if ((await listLaterMigrations(db, engine)).length > 0)
    throw new Error(
      'The database is in use by a later version of Muniment: run the command of that version.',
    );
}

/** Refuses a database without tables, in which a migration would make an installation. */
async function assertTables(db: Database, engine: DatabaseEngine): Promise<void> {
  if (!(await listBackupTables(db, engine)).has('installation_properties')) throw new Error(NO_INSTALLATION);
}
