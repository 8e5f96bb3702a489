import type { Config } from '#server/app/config.ts';
import { forgetObjectStore } from '#server/database/assert-object-store.ts';
import { deleteUnrestoredRows } from '#server/database/backup/backup-tables.ts';
import { withMigratedInstallation } from '../../command-line/open-installation.ts';
import { readErasures } from '../read-erasures.ts';
import { type RestoredAccess, reviewRestoredAccess } from '../review-restored-access.ts';
import { isBackupFolder, openBackupObjects } from './backup-folder.ts';
import { restoreMissingObjects } from './restore-missing-objects.ts';

interface RecoveryOptions {
  keepsLinks: boolean;
  /** The list of erasures, as `GET /api/admin/erasures/export` returns it. */
  erasuresFile?: string | undefined;
  onDamage(blobKey: string): void;
  onProgress(): void;
}

interface Recovered extends RestoredAccess {
  written: number;
  missing: number;
  recoveredAt: number;
}

/**
 * Completes the recovery of a database to an earlier moment by its own means, before a server starts on it: writes the objects
 * that the store lacks from a backup folder, ends the access that a restore ends, and takes over a list of erasures. Migrates a
 * database from before an upgrade. Can be repeated.
 */
export async function completeRecovery(
  config: Config,
  folder: string,
  { keepsLinks, erasuresFile, onDamage, onProgress }: RecoveryOptions,
): Promise<Recovered> {
  if (!(await isBackupFolder(folder))) throw new Error(`${folder} is no backup folder.`);
  const erasures = await readErasures(erasuresFile);
  // The deletion comes first: whatever fails afterwards, nobody is signed in.
  return withMigratedInstallation(config, deleteUnrestoredRows, async (installation) => {
    const { db, objects, keyRing, encryptor } = installation;
    const recoveredAt = Date.now();
    const secrets = { signingKeys: keyRing, encryptor };
    const access = await reviewRestoredAccess(db, { secrets, madeAt: recoveredAt, keepsLinks, erasures });
    await objects.sweep();
    const counts = await restoreMissingObjects(installation, openBackupObjects(folder), {
      onStep: onProgress,
      onMissing: onDamage,
    });
    // A new bucket has no marker yet.
    await forgetObjectStore(db);
    return { ...counts, ...access, recoveredAt };
  });
}
