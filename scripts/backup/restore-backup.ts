import { mkdir, readdir } from 'node:fs/promises';
import type { Config } from '#server/app/config.ts';
import { naming } from '#server/app/open-services.ts';
import { lockDataDir } from '#server/database/lock-data-directory.ts';
import { fingerprintOf } from '#server/database/assert-master-key.ts';
import { isRestoreMarked } from '#server/database/backup/restore-marker.ts';
import { findMasterKey } from '#server/engines/storage/master-key.ts';
import { type ArchiveHeader, readHeader } from './format/archive-header.ts';
import { type ArchiveContent, checkArchive } from './verify-archive.ts';
import { type HeldEntry, readArchive } from './format/read-archive.ts';
import { type RestoredAccess, writeRoom } from './write-installation.ts';

interface RestoreOptions {
  /** Restores what is there of a backup that lacks objects. */
  acceptsDamage: boolean;
  /** Leaves the invitations and visitor links open that were open when the backup was made. */
  keepsLinks: boolean;
  onDamage(blobKey: string): void;
  onEntry(): void;
}

interface Restored extends ArchiveContent, RestoredAccess {
  backupMadeAt: number;
}

/** What may be in a DATA_DIR that is empty to a restore. */
const NOT_OF_A_ROOM = /^(?:master\.key|lock(?:-journal)?|lost\+found)$/;

/**
 * Restores a room into an empty DATA_DIR, database and store. Everything is checked before anything is written; from
 * then on a mark keeps servers away until all is there, and another restore clears away what this one left.
 */
export async function restoreRoom(config: Config, file: string, options: RestoreOptions): Promise<Restored> {
  const start = await readHeader(file);
  const masterKey = await keyOf(start.header, config, file);
  await refuseFilled(config.dataDir);
  const content = await checkArchive(file, start, masterKey, options);
  if (content.damaged > 0 && !options.acceptsDamage) {
    throw new Error(
      `${file} lacks ${content.damaged} objects, so nothing was restored. --accept-damage restores the rest.`,
    );
  }
  await naming('DATA_DIR', () => mkdir(config.dataDir, { recursive: true, mode: 0o700 }));
  const lock = lockDataDir(config.dataDir);
  try {
    await refuseFilled(config.dataDir);
    const entries = watched(readArchive(file, start, masterKey), options.onEntry);
    const access = await writeRoom(config, start.header, masterKey, entries, options);
    return { ...content, ...access, backupMadeAt: start.header.madeAt };
  } finally {
    lock.release();
  }
}

async function keyOf(header: ArchiveHeader, { masterKey, dataDir }: Config, file: string): Promise<Buffer> {
  const given = await findMasterKey({ fromEnvironment: masterKey, dataDir });
  const key = given ?? (header.masterKey === undefined ? undefined : Buffer.from(header.masterKey, 'base64'));
  if (!key) {
    throw new Error(
      `${file} opens with its room's master key alone: set MASTER_KEY, or put master.key into ${dataDir}.`,
    );
  }
  if (fingerprintOf(key) !== header.keyFingerprint)
    throw new Error(`The master key is not that of the room in ${file}. Set the right MASTER_KEY.`);
  return key;
}

async function refuseFilled(dataDir: string): Promise<void> {
  if (isRestoreMarked(dataDir)) return;
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.some((name) => !NOT_OF_A_ROOM.test(name)))
    throw new Error(`${dataDir} is not empty. A restore needs an empty DATA_DIR.`);
}

async function* watched(entries: AsyncIterable<HeldEntry>, onEntry: () => void): AsyncGenerator<HeldEntry> {
  for await (const entry of entries) {
    onEntry();
    yield entry;
  }
}
