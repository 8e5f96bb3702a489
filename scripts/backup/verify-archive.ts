import { createHash } from 'node:crypto';
import {
  createBackupObjectTable,
  listBlobsWithoutObject,
  recordBackupObject,
} from '#server/database/backup/backup-objects.ts';
import { listBackupTables } from '#server/database/backup/backup-tables.ts';
import { deleteSeedRows, withDeferredForeignKeys } from '#server/database/backup/restore-rows.ts';
import { assertKnownMasterKey } from '#server/database/encryption-keys/assert-master-key.ts';
import { findInstallationId } from '#server/database/installation-id.ts';
import { listMigrations, migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { type KeyRing, objectFormat, storageFailureOf } from '#server/engines/storage/object-storage.ts';
import type { BackupSource } from './backup-source.ts';
import { decodeBytes, decodeRow } from './format/archive-entry.ts';
import { type ArchiveHeader, openArchivedKeyRing } from './format/archive-header.ts';
import { ArchiveDamagedError, type ArchivedEntry } from './format/read-archive.ts';
import { createRowInserter } from './row-inserter.ts';

export interface ArchiveSummary {
  objects: number;
  /** The size of the objects as stored. */
  bytes: number;
  files: number;
  /** The number of blobs whose object is missing from the archive or differs from the upload. */
  damaged: number;
}

interface VerificationObserver {
  /** Called for each damaged blob. */
  onDamage(blobKey: string): void;
  onProgress(): void;
}

/**
 * Rehearses a restore: reads the whole archive, decrypts each object and compares it with its SHA-256, and
 * inserts the rows into a temporary database with all its constraints. Rejects when the archive could not be
 * restored at all.
 */
export async function verifyArchive(
  { file, header, entries }: BackupSource,
  masterKey: Buffer,
  watch: VerificationObserver,
): Promise<ArchiveSummary> {
  // A file without a name, which SQLite removes as soon as it is open: the rows never remain on the disk.
  const { db, engine } = openDatabase({ engine: 'sqlite', file: '' });
  await assertKnownMigration(db, file, header);
  try {
    const keyRing = await openArchivedKeyRing(masterKey, header);
    await migrate(db, engine, header.migration);
    const tables = await listBackupTables(db, engine);
    await createBackupObjectTable(db);
    const content: ArchiveSummary = { objects: 0, bytes: 0, files: 0, damaged: 0 };
    await withDeferredForeignKeys(db, engine, async (db) => {
      await deleteSeedRows(db, tables);
      const batches = createRowInserter(db, engine, tables);
      for await (const entry of entries(masterKey)) {
        watch.onProgress();
        if (entry.kind === 'row') await batches.add(entry.table, decodeRow(entry.row));
        if (entry.kind === 'row' && entry.table === 'files') content.files += 1;
        if (entry.kind === 'sequence' && !tables.has(entry.table))
          throw new Error('it counts an unknown table');
        if (entry.kind !== 'object') continue;
        content.objects += 1;
        content.bytes += entry.length;
        await recordBackupObject(db, {
          ...entry,
          isComplete: entry.isVerified === true || (await isObjectIntact(entry, keyRing)),
        });
      }
      await batches.flush();
      await assertKnownMasterKey(db, masterKey);
      if ((await findInstallationId(db)) !== header.installationId)
        throw new Error('it contains another installation than its header names');
      for await (const key of listBlobsWithoutObject(db)) {
        content.damaged += 1;
        watch.onDamage(key);
      }
    });
    return content;
  } catch (error) {
    throw error instanceof ArchiveDamagedError ? error : new ArchiveDamagedError(file, error);
  } finally {
    await db.destroy();
  }
}

async function assertKnownMigration(db: Database, file: string, { migration }: ArchiveHeader): Promise<void> {
  const known = await listMigrations(db, 'sqlite');
  if (!known.some(({ name }) => name === migration))
    throw new Error(`${file} was made by a newer Muniment. Restore it with that version.`);
}

async function isObjectIntact(
  object: Extract<ArchivedEntry, { kind: 'object' }>,
  keyRing: KeyRing,
): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    const blob = { ...object, wrappedKey: decodeBytes(object.wrappedKey) };
    for await (const plain of objectFormat.decryptObject(keyRing, blob, object.content)) hash.update(plain);
  } catch (error) {
    if (storageFailureOf(error) === 'damaged') return false;
    throw error;
  }
  return hash.digest('hex') === object.sha256;
}
