import { createHash } from 'node:crypto';
import {
  createBackupObjectTable,
  hasBackupObject,
  recordBackupObject,
} from '#server/database/backup/backup-objects.ts';
import { type BlobRow, iterateBlobs } from '#server/database/backup/snapshot-rows.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { type ObjectStore, objectFormat, storageFailureOf } from '#server/engines/storage/object-storage.ts';
import type { Installation } from '../../command-line/open-installation.ts';

interface RestoredObjects {
  written: number;
  /** Neither in the store nor, undamaged, in the folder. */
  missing: number;
}

/** Writes to the store what an installation names and the store lacks. Returns what was written, and what is nowhere. */
export async function restoreMissingObjects(
  { db, objects, keyRing }: Installation,
  folder: ObjectStore,
  { onStep, onMissing }: { onStep(): void; onMissing(key: string): void },
): Promise<RestoredObjects> {
  const stored = await listStored(objects);
  const counts = { written: 0, missing: 0 };
  try {
    for await (const blob of iterateBlobs(db)) {
      onStep();
      if (await hasBackupObject(stored, blob.key)) continue;
      if (await writeBack(blob, folder, { objects, keyRing })) counts.written += 1;
      else {
        counts.missing += 1;
        onMissing(blob.key);
      }
    }
  } finally {
    await stored.destroy();
  }
  return counts;
}

/** Writes an object that the folder has as it was uploaded; returns whether it has. */
async function writeBack(
  { key, size, sha256, wrapped_key }: BlobRow,
  folder: ObjectStore,
  { objects, keyRing }: Pick<Installation, 'objects' | 'keyRing'>,
): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    const blob = { key, size, wrappedKey: wrapped_key };
    for await (const plain of objectFormat.decryptObject(keyRing, blob, await folder.get(key)))
      hash.update(plain);
  } catch (error) {
    if (storageFailureOf(error) === undefined) throw error;
    return false;
  }
  if (hash.digest('hex') !== sha256) return false;
  await objects.put(key, await folder.get(key));
  return true;
}

async function listStored(objects: ObjectStore): Promise<Database> {
  const { db } = openDatabase({ engine: 'sqlite', file: '' });
  await createBackupObjectTable(db);
  for await (const key of objects.keys())
    await recordBackupObject(db, { key, size: 0, sha256: '', isComplete: true });
  return db;
}
