import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Config } from '#server/app/config.ts';
import { withSettingName } from '#server/app/with-setting-name.ts';
import { forgetObjectStore } from '#server/database/assert-object-store.ts';
import type { ListedErasure } from '#server/database/audit/persons/insert-restored-erasures.ts';
import { listBackupTables } from '#server/database/backup/backup-tables.ts';
import {
  readRestoreMarker,
  removeRestoreMarker,
  writeRestoreMarker,
} from '#server/database/backup/restore-marker.ts';
import {
  deleteSeedRows,
  setSequence,
  withDeferredForeignKeys,
} from '#server/database/backup/restore-rows.ts';
import { pingDatabase } from '#server/database/check-database.ts';
import type { DatabaseEngine } from '#server/database/database-engine.ts';
import { databaseLocation } from '#server/database/database-location.ts';
import { findInstallationId } from '#server/database/installation-id.ts';
import { listMigrations, migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { masterKeys, type ObjectStore, openObjectStorage } from '#server/engines/storage/object-storage.ts';
import { decodeRow } from './format/archive-entry.ts';
import { type ArchiveHeader, openArchivedKeyRing } from './format/archive-header.ts';
import type { ArchivedEntry } from './format/read-archive.ts';
import { assertUsableBucket, describePlaces, findOwnPlaces } from './restore-places.ts';
import { type RestoredAccess, reviewRestoredAccess } from './review-restored-access.ts';
import { createRowInserter } from './row-inserter.ts';

/**
 * Writes the entries of a verified archive into an empty installation. A marker exists from before the first
 * write until after the last: objects come first, then all rows in one transaction, so that the restore is
 * complete or has no effect.
 */
export async function writeInstallation(
  config: Config,
  header: ArchiveHeader,
  masterKey: Buffer,
  entries: AsyncGenerator<ArchivedEntry, void>,
  { keepsLinks, erasures }: { keepsLinks: boolean; erasures: readonly ListedErasure[] },
): Promise<RestoredAccess> {
  const { dataDir } = config;
  const places = describePlaces(config);
  const isOwn = await findOwnPlaces(dataDir, places);
  const keyRing = await openArchivedKeyRing(masterKey, header);
  const { objects, encryptor } = await openObjectStorage({ ...config, keyRing });
  const { db, engine, isRestored } = await openTargetDatabase(
    config,
    header,
    isOwn.database ? await readRestoreMarker(dataDir) : undefined,
  );
  let access: RestoredAccess;
  try {
    if (!isRestored) {
      if (config.s3) await assertUsableBucket(objects, isOwn.objects);
      await writeRestoreMarker(dataDir, { ...places, backup: header.salt });
      await withSettingName(config.s3 ? 'S3_BUCKET' : 'DATA_DIR', () => objects.sweep());
      if (isOwn.objects) for await (const key of objects.keys()) await objects.remove(key);
      await migrate(db, engine, header.migration);
      if (masterKeys.isFile(config)) await masterKeys.save(dataDir, masterKey);
      await writeEntries(db, engine, objects, entries);
    }
    await migrate(db, engine);
    await forgetObjectStore(db);
    // Before the marker is removed, so that no server ever runs with the links, and again after an interrupted
    // restore.
    const secrets = { signingKeys: keyRing, encryptor };
    access = await reviewRestoredAccess(db, { secrets, madeAt: header.madeAt, keepsLinks, erasures });
  } finally {
    await db.destroy();
  }
  await removeRestoreMarker(dataDir);
  return access;
}

interface TargetDatabase {
  db: Database;
  engine: DatabaseEngine;
  /** True if an earlier restore was interrupted after its commit, so that only its marker remains to be removed. */
  isRestored: boolean;
}

async function openTargetDatabase(
  config: Config,
  header: ArchiveHeader,
  interrupted: { backup?: string | undefined } | undefined,
): Promise<TargetDatabase> {
  const location = databaseLocation(config);
  const { db, engine } = openDatabase(location);
  try {
    await withSettingName(engine === 'sqlite' ? 'DATA_DIR/muniment.db' : 'DATABASE_URL', () =>
      pingDatabase(db),
    );
    const isFilled = (await listBackupTables(db, engine)).has('installation_properties');
    const installationId = isFilled ? await findInstallationId(db) : undefined;
    const isSame = (interrupted?.backup ?? header.salt) === header.salt;
    if (interrupted && installationId === header.installationId && isSame)
      return { db, engine, isRestored: true };
    if (interrupted && location.engine === 'sqlite') {
      await db.destroy();
      for (const suffix of ['', '-wal', '-shm']) await rm(location.file + suffix, { force: true });
      return { ...openDatabase(location), isRestored: false };
    }
    if (interrupted && !isSame && installationId !== undefined)
      throw new Error(
        'The interrupted restore has written another backup into the database. Restore that one, or empty the database first.',
      );
    if (installationId !== undefined)
      throw new Error('The database already contains an installation. A restore needs an empty one.');
    await assertNoNewerMigration(db, engine, header);
    return { db, engine, isRestored: false };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Refuses newer migrations: tables cannot be migrated back. */
async function assertNoNewerMigration(
  db: Database,
  engine: DatabaseEngine,
  { migration }: ArchiveHeader,
): Promise<void> {
  const migrations = await listMigrations(db, engine);
  const later = migrations.slice(migrations.findIndex(({ name }) => name === migration) + 1);
  if (later.some(({ isDone }) => isDone))
    throw new Error('The database has tables of a later version. A restore needs an empty one.');
}

async function writeEntries(
  db: Database,
  engine: DatabaseEngine,
  objects: ObjectStore,
  entries: AsyncGenerator<ArchivedEntry, void>,
): Promise<void> {
  let next = await entries.next();
  for (; next.done !== true && next.value.kind === 'object'; next = await entries.next())
    await objects.put(next.value.key, Readable.from(next.value.content));
  const tables = await listBackupTables(db, engine);
  await withDeferredForeignKeys(db, engine, async (db) => {
    await deleteSeedRows(db, tables);
    const batches = createRowInserter(db, engine, tables);
    for (; next.done !== true; next = await entries.next()) {
      const entry = next.value;
      if (entry.kind === 'row') await batches.add(entry.table, decodeRow(entry.row));
      if (entry.kind === 'end') await batches.flush();
      if (entry.kind === 'sequence') {
        await batches.flush();
        await setSequence(db, engine, entry);
      }
    }
  });
}
