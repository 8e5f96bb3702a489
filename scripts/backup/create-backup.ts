import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '#server/app/config.ts';
import { masterKeyFingerprint } from '#server/database/encryption-keys/assert-master-key.ts';
import { listRootKeys } from '#server/database/encryption-keys/root-keys.ts';
import { durableFiles, masterKeys } from '#server/engines/storage/object-storage.ts';
import { withReadOnlyInstallation } from '../command-line/open-installation.ts';
import { readHeader } from './format/archive-header.ts';
import { type EntryToWrite, writeArchive } from './format/write-archive.ts';
import { encryptMasterKey } from './master-key-encryption.ts';
import { streamArchiveEntries } from './stream-archive-entries.ts';
import { type ArchiveSummary, verifyArchive } from './verify-archive.ts';

interface BackupOptions {
  /** Leaves out a master key that was generated in DATA_DIR; one from MASTER_KEY is never included. */
  withoutKey: boolean;
  /** Public keys of age, to which the master key is encrypted in the backup. */
  recipients: readonly string[];
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
  masterKey: 'included' | 'encrypted' | 'absent';
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
  // In the same folder, where a rename is atomic.
  const partial = `${file}.partial-${randomBytes(4).toString('hex')}`;
  if (options.withoutKey && options.recipients.length > 0)
    throw new Error('Use either --without-key or --recipient.');
  const form = formOfMasterKey(config, options);
  return withReadOnlyInstallation(config, async (installation) => {
    const { db, masterKey, installationId, migration } = installation;
    const rootKeys = (await listRootKeys(db)).map(({ version, encryptedKey }) => ({
      version,
      encryptedKey: encryptedKey.toString('base64'),
    }));
    const header = {
      madeAt: Date.now(),
      migration,
      roomId: installationId,
      keyFingerprint: masterKeyFingerprint(masterKey),
      ...(form === 'included' && { masterKey: masterKey.toString('base64') }),
      ...(form === 'encrypted' && {
        encryptedMasterKey: await encryptMasterKey(masterKey, options.recipients),
      }),
      ...(rootKeys.length > 0 && { rootKeys }),
    };
    try {
      await writeArchive(
        partial,
        header,
        masterKey,
        reportProgress(streamArchiveEntries(installation), options),
      );
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
      return { ...content, file: named, masterKey: form };
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  });
}

function formOfMasterKey(
  config: Config,
  { withoutKey, recipients }: BackupOptions,
): BackupResult['masterKey'] {
  if (recipients.length > 0) return 'encrypted';
  return masterKeys.isFile(config) && !withoutKey ? 'included' : 'absent';
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
