import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '#server/app/config.ts';
import { masterKeyFingerprint } from '#server/database/assert-master-key.ts';
import { durableFiles } from '#server/engines/storage/object-storage.ts';
import { withReadOnlyInstallation } from '../command-line/open-installation.ts';
import { readHeader } from './format/archive-header.ts';
import { type EntryToWrite, writeArchive } from './format/write-archive.ts';
import { streamArchiveEntries } from './stream-archive-entries.ts';
import { type ArchiveSummary, verifyArchive } from './verify-archive.ts';

interface BackupOptions {
  /** Leaves a master key out that was made in DATA_DIR; one from MASTER_KEY is never in. */
  withoutKey: boolean;
  onDamage(blobKey: string): void;
  onProgress(): void;
  signal: AbortSignal;
}

interface BackupResult extends ArchiveSummary {
  /** Another name than asked for when objects are missing or damaged, so that nothing takes it for a good one. */
  file: string;
  containsMasterKey: boolean;
}

/** Backs a room up into a new file, which stands under its name only after it was read back and checked. */
export async function createBackup(
  config: Config,
  file: string,
  options: BackupOptions,
): Promise<BackupResult> {
  const damagedFile = `${file}.damaged`;
  for (const taken of [file, damagedFile])
    if (existsSync(taken)) throw new Error(`${taken} is there already. Choose another name.`);
  // In the same folder, since only there a rename is one step.
  const partial = `${file}.partial-${randomBytes(4).toString('hex')}`;
  const containsMasterKey = config.masterKey === undefined && !options.withoutKey;
  return withReadOnlyInstallation(config, async (room) => {
    const { masterKey, roomId, migration } = room;
    const header = {
      madeAt: Date.now(),
      migration,
      roomId,
      keyFingerprint: masterKeyFingerprint(masterKey),
      ...(containsMasterKey && { masterKey: masterKey.toString('base64') }),
    };
    try {
      await writeArchive(partial, header, masterKey, reportProgress(streamArchiveEntries(room), options));
      const content = await verifyArchive(partial, await readHeader(partial), masterKey, {
        onDamage: options.onDamage,
        onProgress: () => {
          options.signal.throwIfAborted();
          options.onProgress();
        },
      });
      const named = content.damaged > 0 ? damagedFile : file;
      await rename(partial, named);
      await durableFiles.syncDirectory(dirname(named));
      return { ...content, file: named, containsMasterKey };
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  });
}

async function* reportProgress(
  entries: AsyncIterable<EntryToWrite>,
  { signal, onProgress }: BackupOptions,
): AsyncGenerator<EntryToWrite> {
  for await (const entry of entries) {
    signal.throwIfAborted();
    onProgress();
    yield entry;
  }
}
