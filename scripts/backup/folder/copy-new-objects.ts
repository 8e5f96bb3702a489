import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  createBackupObjectTable,
  hasBackupObject,
  recordBackupObject,
} from '#server/database/backup/backup-objects.ts';
import { type BlobRow, iterateBlobs } from '#server/database/backup/snapshot-rows.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import {
  type ObjectFolder,
  objectFormat,
  rootKeys,
  storageFailureOf,
} from '#server/engines/storage/object-storage.ts';
import type { Installation } from '../../command-line/open-installation.ts';

type CopiedInstallation = Pick<Installation, 'objects' | 'keyRing'>;

/** The objects that a backup folder holds. */
export interface CopiedObjects {
  /** Copies those that the folder lacks. A missing or damaged one is left out: the state that needs it is damaged. */
  copyNew(db: Database): Promise<void>;
  copied(): { readonly objects: number; readonly bytes: number };
  close(): Promise<void>;
}

/** Opens the list of what is in the folder, which may be longer than memory. */
export async function openCopiedObjects(
  installation: CopiedInstallation,
  folder: ObjectFolder,
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

class DamagedCopyError extends Error {}

/**
 * Copies an object; returns whether the copy, read back, is what was uploaded. Before that the folder does not have it: what an
 * interruption leaves is copied again by the next backup.
 */
async function copyObject(
  { objects, keyRing }: CopiedInstallation,
  folder: ObjectFolder,
  { key, size, sha256, wrapped_key }: BlobRow,
): Promise<boolean> {
  const verify = async (copy: Readable): Promise<void> => {
    const hash = createHash('sha256');
    const blob = { key, size, wrappedKey: wrapped_key };
    // The keys may have been rotated since this command read them.
    if (!keyRing.has(rootKeys.versionOf(wrapped_key))) await keyRing.refresh();
    for await (const plain of objectFormat.decryptObject(keyRing, blob, copy)) hash.update(plain);
    if (hash.digest('hex') !== sha256) throw new DamagedCopyError();
  };
  try {
    await folder.putVerified(key, await objects.get(key), verify);
    return true;
  } catch (error) {
    const failure = storageFailureOf(error);
    // The next backup tries again: the store may have recovered by then.
    if (error instanceof DamagedCopyError || failure === 'missing' || failure === 'damaged') return false;
    throw error;
  }
}
