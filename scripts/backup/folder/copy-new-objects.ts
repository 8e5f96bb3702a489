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

/** The objects that a backup folder holds. */
export interface CopiedObjects {
  /** Copies those that the folder lacks. A missing or damaged one is left out: the state that needs it is damaged. */
  copyNew(db: Database): Promise<void>;
  copied(): { readonly objects: number; readonly bytes: number };
  close(): Promise<void>;
}

/** Opens the list of what is in the folder, which may be longer than memory. */
export async function openCopiedObjects(
  installation: Installation,
  folder: ObjectStore,
  onStep: () => void,
): Promise<CopiedObjects> {
  const { db: known } = openDatabase({ engine: 'sqlite', file: '' });
  await createBackupObjectTable(known);
  const remember = (key: string) => recordBackupObject(known, { key, size: 0, sha256: '', isComplete: true });
  for await (const key of folder.keys()) await remember(key);
  const counts = { objects: 0, bytes: 0 };
  return {
    async copyNew(db) {
      for await (const blob of iterateBlobs(db)) {
        onStep();
        if (await hasBackupObject(known, blob.key)) continue;
        if (!(await copyObject(installation, folder, blob))) continue;
        counts.objects += 1;
        counts.bytes += objectFormat.encryptedLength(blob.size);
        await remember(blob.key);
      }
    },
    copied: () => counts,
    close: () => known.destroy(),
  };
}

/** Copies an object and reads the copy back; returns whether it is what was uploaded. */
async function copyObject(
  { objects, keyRing }: Installation,
  folder: ObjectStore,
  { key, size, sha256, wrapped_key }: BlobRow,
): Promise<boolean> {
  try {
    await folder.put(key, await objects.get(key));
  } catch (error) {
    if (storageFailureOf(error) === 'missing') return false;
    throw error;
  }
  const hash = createHash('sha256');
  try {
    const blob = { key, size, wrappedKey: wrapped_key };
    for await (const plain of objectFormat.decryptObject(keyRing, blob, await folder.get(key)))
      hash.update(plain);
    if (hash.digest('hex') === sha256) return true;
  } catch (error) {
    if (storageFailureOf(error) !== 'damaged') throw error;
  }
  // The next backup tries again: the store may have recovered by then.
  await folder.remove(key);
  return false;
}
