import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Config } from '#server/app/config.ts';
import { databaseLocation, withSettingName } from '#server/app/open-services.ts';
import { deriveAuditKey } from '#server/database/audit/audit-chain.ts';
import { listBackupTables } from '#server/database/backup/backup-tables.ts';
import {
  isRestoreInProgress,
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
import { findInstallationId } from '#server/database/installation-id.ts';
import { type AccountPassword, listAccountPasswords } from '#server/database/list-account-passwords.ts';
import { listMigrations, migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { countOpenInvitations, revokeOpenInvitations } from '#server/database/revoke-open-invitations.ts';
import { masterKeys, type ObjectStore, openObjectStorage } from '#server/engines/storage/object-storage.ts';
import { decodeRow } from './format/archive-entry.ts';
import type { ArchiveHeader } from './format/archive-header.ts';
import type { ArchivedEntry } from './format/read-archive.ts';
import { createRowInserter } from './row-inserter.ts';

/** What the backup's day brings back, for the operator to look after. */
export interface RestoredAccess {
  /** Open invitations and visitor links of the backup: revoked, or kept with `keepsLinks`. */
  openInvitations: number;
  accounts: AccountPassword[];
}

/**
 * Puts a checked archive's entries into an empty room. Its mark stands before the first write and goes after the
 * last: objects come first, then all rows in one transaction, so a room is there whole or not at all.
 */
export async function writeInstallation(
  config: Config,
  header: ArchiveHeader,
  masterKey: Buffer,
  entries: AsyncGenerator<ArchivedEntry, void>,
  { keepsLinks }: { keepsLinks: boolean },
): Promise<RestoredAccess> {
  const { dataDir } = config;
  const isRetry = isRestoreInProgress(dataDir);
  const { objects } = await openObjectStorage({ ...config, masterKey });
  const { db, engine, isRestored } = await openTargetDatabase(config, header, isRetry);
  let access: RestoredAccess;
  try {
    if (!isRestored) {
      if (config.s3 && !isRetry) await assertEmptyBucket(objects);
      await writeRestoreMarker(dataDir);
      await withSettingName(config.s3 ? 'S3_BUCKET' : 'DATA_DIR', () => objects.sweep());
      if (isRetry) for await (const key of objects.keys()) await objects.remove(key);
      await migrate(db, engine, header.migration);
      if (config.masterKey === undefined) await masterKeys.save(dataDir, masterKey);
      await writeEntries(db, engine, objects, entries);
    }
    await migrate(db, engine);
    // Before the mark goes, so that no server ever runs with the links, and again after an interrupted restore.
    const { madeAt } = header;
    const openInvitations = keepsLinks
      ? await countOpenInvitations(db, madeAt)
      : await revokeOpenInvitations(db, {
          auditKey: deriveAuditKey(masterKey),
          backupMadeAt: madeAt,
          now: Date.now(),
        });
    access = { openInvitations, accounts: await listAccountPasswords(db) };
  } finally {
    await db.destroy();
  }
  await removeRestoreMarker(dataDir);
  return access;
}

interface TargetDatabase {
  db: Database;
  engine: DatabaseEngine;
  /** An earlier restore of this room was interrupted after its commit: only its mark is left to take away. */
  isRestored: boolean;
}

async function openTargetDatabase(
  config: Config,
  header: ArchiveHeader,
  isSecond: boolean,
): Promise<TargetDatabase> {
  const location = databaseLocation(config);
  const { db, engine } = openDatabase(location);
  try {
    await withSettingName(engine === 'sqlite' ? 'DATA_DIR/muniment.db' : 'DATABASE_URL', () =>
      pingDatabase(db),
    );
    const isFilled = (await listBackupTables(db, engine)).has('installation_properties');
    const roomId = isFilled ? await findInstallationId(db) : undefined;
    if (isSecond && roomId === header.roomId) return { db, engine, isRestored: true };
    if (isSecond && location.engine === 'sqlite') {
      await db.destroy();
      for (const suffix of ['', '-wal', '-shm']) await rm(location.file + suffix, { force: true });
      return { ...openDatabase(location), isRestored: false };
    }
    if (roomId !== undefined)
      throw new Error('The database holds a room already. A restore needs an empty one.');
    await assertNoNewerMigration(db, engine, header);
    return { db, engine, isRestored: false };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Tables can't be brought back to an earlier form. */
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

async function assertEmptyBucket(objects: ObjectStore): Promise<void> {
  for await (const _key of objects.keys())
    throw new Error('S3_BUCKET holds objects already. A restore needs an empty bucket.');
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
