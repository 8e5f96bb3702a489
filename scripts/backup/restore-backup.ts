import { mkdir, readdir } from 'node:fs/promises';
import type { Config } from '#server/app/config.ts';
import { withSettingName } from '#server/app/with-setting-name.ts';
import { isRestoreInProgress } from '#server/database/backup/restore-marker.ts';
import { masterKeyFingerprint } from '#server/database/encryption-keys/assert-master-key.ts';
import { lockDataDirectory } from '#server/database/lock-data-directory.ts';
import { masterKeys } from '#server/engines/storage/object-storage.ts';
import { openBackupSource } from './backup-source.ts';
import type { ArchiveHeader } from './format/archive-header.ts';
import type { ArchivedEntry } from './format/read-archive.ts';
import { decryptMasterKey } from './master-key-encryption.ts';
import { readErasures } from './read-erasures.ts';
import type { RestoredAccess } from './review-restored-access.ts';
import { type ArchiveSummary, verifyArchive } from './verify-archive.ts';
import { writeInstallation } from './write-installation.ts';

interface RestoreOptions {
  /** Restores what exists of a backup that lacks objects. */
  acceptsDamage: boolean;
  /** Keeps the invitations and visitor links open that were open when the backup was made. */
  keepsLinks: boolean;
  /** A file with identities of age, for a backup with recipients. */
  identityFile: string | undefined;
  /** Chooses the newest state of a backup folder that is not later, in epoch milliseconds; by default the newest of all. */
  at?: number | undefined;
  /** The list of erasures, as `GET /api/admin/erasures/export` returns it. */
  erasuresFile?: string | undefined;
  onDamage(blobKey: string): void;
  onProgress(): void;
}

interface Restored extends ArchiveSummary, RestoredAccess {
  backupMadeAt: number;
}

/** Files that an empty DATA_DIR may contain before a restore. */
const IGNORED_FILES = /^(?:master\.key|lock(?:-journal)?|lost\+found)$/;

/**
 * Restores an installation into an empty DATA_DIR, database and object store. Everything is verified before
 * anything is written; from then on a marker prevents a server from starting until the restore is complete, and
 * a repeated restore removes what an interrupted one left.
 */
export async function restoreBackup(
  config: Config,
  path: string,
  options: RestoreOptions,
): Promise<Restored> {
  const source = await openBackupSource(path, options.at);
  const { file, header } = source;
  const masterKey = await resolveMasterKey(header, config, file, options);
  await assertEmptyDataDir(config.dataDir);
  const erasures = await readErasures(options.erasuresFile);
  const content = await verifyArchive(source, masterKey, options);
  if (content.damaged > 0 && !options.acceptsDamage) {
    throw new Error(
      `${file} lacks ${content.damaged} objects, so nothing was restored. --accept-damage restores the rest.`,
    );
  }
  await withSettingName('DATA_DIR', () => mkdir(config.dataDir, { recursive: true, mode: 0o700 }));
  const lock = lockDataDirectory(config.dataDir);
  try {
    await assertEmptyDataDir(config.dataDir);
    const entries = reportProgress(source.entries(masterKey), options.onProgress);
    const access = await writeInstallation(config, header, masterKey, entries, {
      ...options,
      erasures,
    });
    return { ...content, ...access, backupMadeAt: header.madeAt };
  } finally {
    lock.release();
  }
}

async function resolveMasterKey(
  header: ArchiveHeader,
  config: Config,
  file: string,
  { identityFile }: RestoreOptions,
): Promise<Buffer> {
  const key = (await masterKeys.find(config)) ?? (await readArchivedMasterKey(header, identityFile));
  if (!key) {
    const identityAdvice = header.encryptedMasterKey === undefined ? '' : ', or add --identity FILE';
    throw new Error(
      `${file} cannot be read without its master key: set MASTER_KEY, or put master.key into ${config.dataDir}${identityAdvice}.`,
    );
  }
  if (masterKeyFingerprint(key) !== header.keyFingerprint)
    throw new Error(
      `The master key does not match ${file}. Set the MASTER_KEY of the installation that was backed up.`,
    );
  return key;
}

async function readArchivedMasterKey(
  { masterKey, encryptedMasterKey }: ArchiveHeader,
  identityFile: string | undefined,
): Promise<Buffer | undefined> {
  if (masterKey !== undefined) return Buffer.from(masterKey, 'base64');
  if (encryptedMasterKey === undefined || identityFile === undefined) return undefined;
  return decryptMasterKey(encryptedMasterKey, identityFile);
}

async function assertEmptyDataDir(dataDir: string): Promise<void> {
  if (isRestoreInProgress(dataDir)) return;
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.some((name) => !IGNORED_FILES.test(name)))
    throw new Error(`${dataDir} is not empty. A restore needs an empty DATA_DIR.`);
}

async function* reportProgress(
  entries: AsyncIterable<ArchivedEntry>,
  onEntry: () => void,
): AsyncGenerator<ArchivedEntry> {
  for await (const entry of entries) {
    onEntry();
    yield entry;
  }
}
