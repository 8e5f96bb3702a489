import { access } from 'node:fs/promises';
import type { Config } from '#server/app/config.ts';
import { databaseLocation, withSettingName } from '#server/app/open-services.ts';
import { assertKnownMasterKey } from '#server/database/assert-master-key.ts';
import { pingDatabase } from '#server/database/check-database.ts';
import type { DatabaseEngine } from '#server/database/database-engine.ts';
import { findInstallationId } from '#server/database/installation-id.ts';
import { listMigrations } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import {
  type BlobStore,
  masterKeys,
  type ObjectStore,
  openObjectStorage,
} from '#server/engines/storage/object-storage.ts';

/** A room as another process may look at it, whether its server runs or not. */
export interface ReadOnlyInstallation {
  db: Database;
  engine: DatabaseEngine;
  objects: ObjectStore;
  blobs: BlobStore;
  masterKey: Buffer;
  roomId: string;
  /** The last step that its tables took. */
  migration: string;
}

/**
 * Opens a room without its lock, which is the server's, and therefore without making, changing or clearing away
 * anything. Rejects with one sentence.
 */
export async function withReadOnlyInstallation<T>(
  config: Config,
  work: (room: ReadOnlyInstallation) => Promise<T>,
): Promise<T> {
  const location = databaseLocation(config);
  if (location.engine === 'sqlite') {
    await access(location.file).catch((cause: Error) => {
      throw new Error(`There is no room in ${config.dataDir}: set DATA_DIR to where it is.`, { cause });
    });
  }
  const masterKey = await masterKeys.find({ fromEnvironment: config.masterKey, dataDir: config.dataDir });
  if (!masterKey) throw new Error(`${config.dataDir}/master.key is missing. Put it back, or set MASTER_KEY.`);
  const { db, engine } = openDatabase(
    location.engine === 'sqlite' ? { ...location, isReader: true } : location,
  );
  try {
    await withSettingName(engine === 'sqlite' ? 'DATA_DIR/muniment.db' : 'DATABASE_URL', () =>
      pingDatabase(db),
    );
    const migration = await assertCurrentSchema(db, engine);
    const roomId = await findInstallationId(db);
    if (roomId === undefined) throw new Error('The database holds no room: none was started on it.');
    await assertKnownMasterKey(db, masterKey);
    const { objects, blobs } = await openObjectStorage({ ...config, masterKey });
    return await work({ db, engine, objects, blobs, masterKey, roomId, migration });
  } finally {
    await db.destroy();
  }
}

async function assertCurrentSchema(db: Database, engine: DatabaseEngine): Promise<string> {
  const migrations = await listMigrations(db, engine);
  const last = migrations.at(-1);
  if (!last || migrations.some(({ isDone }) => !isDone))
    throw new Error('The database has not the form of this version of Muniment: start the server once.');
  return last.name;
}
