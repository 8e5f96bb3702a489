import { createHash } from 'node:crypto';
import { assertKnownMasterKey } from '#server/database/assert-master-key.ts';
import {
  createBackupObjectTable,
  listBlobsWithoutObject,
  recordBackupObject,
} from '#server/database/backup/backup-objects.ts';
import { listBackupTables } from '#server/database/backup/backup-tables.ts';
import { deleteSeedRows, withDeferredForeignKeys } from '#server/database/backup/restore-rows.ts';
import { findInstallationId } from '#server/database/installation-id.ts';
import { listMigrations, migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { objectFormat, storageFailureOf } from '#server/engines/storage/object-storage.ts';
import { decodeBytes, decodeRow } from './format/archive-entry.ts';
import type { ArchiveHeader } from './format/archive-header.ts';
import { ArchiveDamagedError, type ArchivedEntry, readArchive } from './format/read-archive.ts';
import { createRowInserter } from './row-inserter.ts';

export interface ArchiveSummary {
  objects: number;
  /** Of the objects, as they are in the store. */
  bytes: number;
  files: number;
  /** Blobs whose object is not in the archive as it was uploaded. */
  damaged: number;
}

interface VerificationObserver {
  /** Called for each damaged blob. */
  onDamage(blobKey: string): void;
  onProgress(): void;
}

/**
 * Rehearses a restore: the whole archive is read, each object decrypted and compared with its SHA-256, and the rows
 * put into a throwaway database with all its constraints. Rejects when it could not be restored at all.
 */
export async function verifyArchive(
  file: string,
  start: { header: ArchiveHeader; end: number },
  masterKey: Buffer,
  watch: VerificationObserver,
): Promise<ArchiveSummary> {
  // A file without a name that SQLite removes as soon as it is open: the rows are never left lying about.
  const { db, engine } = openDatabase({ engine: 'sqlite', file: '' });
  await assertKnownMigration(db, file, start.header);
  try {
    await migrate(db, engine, start.header.migration);
    const tables = await listBackupTables(db, engine);
    await createBackupObjectTable(db);
    const content: ArchiveSummary = { objects: 0, bytes: 0, files: 0, damaged: 0 };
    await withDeferredForeignKeys(db, engine, async (db) => {
      await deleteSeedRows(db, tables);
      const batches = createRowInserter(db, engine, tables);
      for await (const entry of readArchive(file, start, masterKey)) {
        watch.onProgress();
        if (entry.kind === 'row') await batches.add(entry.table, decodeRow(entry.row));
        if (entry.kind === 'row' && entry.table === 'files') content.files += 1;
        if (entry.kind === 'sequence' && !tables.has(entry.table))
          throw new Error('it counts an unknown table');
        if (entry.kind !== 'object') continue;
        content.objects += 1;
        content.bytes += entry.length;
        await recordBackupObject(db, { ...entry, isComplete: await isObjectIntact(entry, masterKey) });
      }
      await batches.flush();
      await assertKnownMasterKey(db, masterKey);
      if ((await findInstallationId(db)) !== start.header.roomId)
        throw new Error('it holds another room than it says');
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
  masterKey: Buffer,
): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    const blob = { ...object, wrappedKey: decodeBytes(object.wrappedKey) };
    for await (const plain of objectFormat.decryptObject(masterKey, blob, object.content)) hash.update(plain);
  } catch (error) {
    if (storageFailureOf(error) === 'damaged') return false;
    throw error;
  }
  return hash.digest('hex') === object.sha256;
}
