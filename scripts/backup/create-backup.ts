import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '#server/app/config.ts';
import { durableFiles } from '#server/engines/storage/object-storage.ts';
import { withReadOnlyInstallation } from '../command-line/open-installation.ts';
import { openBackupFile } from './backup-source.ts';
import {
  assertRootKeysOf,
  createHeader,
  formOfMasterKey,
  type KeyForm,
  type KeyOptions,
} from './create-header.ts';
import { type EntryToWrite, writeArchive } from './format/write-archive.ts';
import { streamArchiveEntries } from './stream-archive-entries.ts';
import { type ArchiveSummary, verifyArchive } from './verify-archive.ts';

interface BackupOptions extends KeyOptions {
  onDamage(blobKey: string): void;
  onProgress(): void;
  signal: AbortSignal;
}

interface BackupResult extends ArchiveSummary {
  /**
   * Differs from the requested name when objects are missing or damaged, so that the file is not taken for a
   * good backup.
   */
  file: string;
  /** How the backup contains the master key. */
  masterKey: KeyForm;
}

/** Backs an installation up into a new file, which gets its name only after it was read back and verified. */
export async function createBackup(
  config: Config,
  file: string,
  options: BackupOptions,
): Promise<BackupResult> {
  const damagedFile = `${file}.damaged`;
  for (const taken of [file, damagedFile])
    if (existsSync(taken)) throw new Error(`${taken} is there already. Choose another name.`);
  // The file is in the same folder, where a rename is atomic.
  const partial = `${file}.partial-${randomBytes(4).toString('hex')}`;
  const form = formOfMasterKey(config, options);
  return withReadOnlyInstallation(config, async (installation) => {
    const { masterKey } = installation;
    const header = await createHeader(installation, form, options.recipients);
    try {
      await writeArchive(
        partial,
        header,
        masterKey,
        reportProgress(streamArchiveEntries(installation), options),
      );
      await assertRootKeysOf(installation, header);
      const content = await verifyArchive(await openBackupFile(partial), masterKey, {
        onDamage: options.onDamage,
        onProgress: () => {
          options.signal.throwIfAborted();
          options.onProgress();
        },
      });
      const named = content.damaged > 0 ? damagedFile : file;
      await rename(partial, named);
      await durableFiles.syncDirectory(dirname(named));
      return { ...content, file: named, masterKey: form };
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
