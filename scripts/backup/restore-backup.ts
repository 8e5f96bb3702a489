import { mkdir, readdir } from 'node:fs/promises';
import type { Config } from '#server/app/config.ts';
import { withSettingName } from '#server/app/open-services.ts';
import { masterKeyFingerprint } from '#server/database/assert-master-key.ts';
import { isRestoreInProgress } from '#server/database/backup/restore-marker.ts';
import { lockDataDirectory } from '#server/database/lock-data-directory.ts';
import { masterKeys } from '#server/engines/storage/object-storage.ts';
import { type ArchiveHeader, readHeader } from './format/archive-header.ts';
import { type ArchivedEntry, readArchive } from './format/read-archive.ts';
import { type ArchiveSummary, verifyArchive } from './verify-archive.ts';
import { type RestoredAccess, writeInstallation } from './write-installation.ts';

interface RestoreOptions {
  /** Restores what is there of a backup that lacks objects. */
  acceptsDamage: boolean;
  /** Leaves the invitations and visitor links open that were open when the backup was made. */
  keepsLinks: boolean;
  onDamage(blobKey: string): void;
  onProgress(): void;
}

interface Restored extends ArchiveSummary, RestoredAccess {
  backupMadeAt: number;
}

/** What may be in a DATA_DIR that is empty to a restore. */
const IGNORED_FILES = /^(?:master\.key|lock(?:-journal)?|lost\+found)$/;

/**
 * Restores a room into an empty DATA_DIR, database and store. Everything is checked before anything is written; from
 * then on a mark keeps servers away until all is there, and another restore clears away what this one left.
 */
export async function restoreBackup(
  config: Config,
  file: string,
  options: RestoreOptions,
): Promise<Restored> {
  const start = await readHeader(file);
  const masterKey = await resolveMasterKey(start.header, config, file);
  await assertEmptyDataDir(config.dataDir);
  const content = await verifyArchive(file, start, masterKey, options);
  if (content.damaged > 0 && !options.acceptsDamage) {
    throw new Error(
      `${file} lacks ${content.damaged} objects, so nothing was restored. --accept-damage restores the rest.`,
    );
  }
  await withSettingName('DATA_DIR', () => mkdir(config.dataDir, { recursive: true, mode: 0o700 }));
  const lock = lockDataDirectory(config.dataDir);
  try {
    await assertEmptyDataDir(config.dataDir);
    const entries = reportProgress(readArchive(file, start, masterKey), options.onProgress);
    const access = await writeInstallation(config, start.header, masterKey, entries, options);
    return { ...content, ...access, backupMadeAt: start.header.madeAt };
  } finally {
    lock.release();
  }
}

async function resolveMasterKey(
  header: ArchiveHeader,
  { masterKey, dataDir }: Config,
  file: string,
): Promise<Buffer> {
  const given = await masterKeys.find({ fromEnvironment: masterKey, dataDir });
  const key = given ?? (header.masterKey === undefined ? undefined : Buffer.from(header.masterKey, 'base64'));
  if (!key) {
    throw new Error(
      `${file} opens with its room's master key alone: set MASTER_KEY, or put master.key into ${dataDir}.`,
    );
  }
  if (masterKeyFingerprint(key) !== header.keyFingerprint)
    throw new Error(`The master key is not that of the room in ${file}. Set the right MASTER_KEY.`);
  return key;
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
