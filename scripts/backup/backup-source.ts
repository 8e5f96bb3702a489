import { dirname } from 'node:path';
import { objectFormat, storageFailureOf } from '#server/engines/storage/object-storage.ts';
import { isBackupFolder, listBackupStates, openBackupObjects } from './folder/backup-folder.ts';
import { decodeRow, encodeBytes } from './format/archive-entry.ts';
import { type ArchiveHeader, readHeader } from './format/archive-header.ts';
import { type ArchivedEntry, readArchive } from './format/read-archive.ts';

/** A backup that can be verified and restored: a complete file, or a state of a folder with the objects beside it. */
export interface BackupSource {
  /** For messages. */
  readonly file: string;
  readonly header: ArchiveHeader;
  entries(masterKey: Buffer): AsyncGenerator<ArchivedEntry, void>;
}

/** Opens a file, or of a folder of incremental backups the newest state that is not later than `at`. */
export async function openBackupSource(path: string, at?: number): Promise<BackupSource> {
  if (!(await isBackupFolder(path))) {
    if (at !== undefined) throw new Error(`--at chooses a state of a backup folder, and ${path} is none.`);
    return openBackupFile(path);
  }
  const states = await listBackupStates(path);
  const state = states.find(({ madeAt }) => at === undefined || madeAt <= at);
  if (state) return openBackupFile(state.file);
  const oldest = states.at(-1);
  throw new Error(
    oldest
      ? `${path} has no state of that time: its oldest is of ${new Date(oldest.madeAt).toISOString()}.`
      : `${path} has no complete state.`,
  );
}

/** Opens one file; `areVerified` skips reading the objects of a folder that were verified when they were copied. */
export async function openBackupFile(file: string, { areVerified = false } = {}): Promise<BackupSource> {
  const { header, end } = await readHeader(file);
  const entries = (masterKey: Buffer) => readArchive(file, { header, end }, masterKey);
  if (header.objects !== 'folder') return { file, header, entries };
  const folder = dirname(dirname(file));
  return {
    file,
    header,
    async *entries(masterKey) {
      // Twice: the rows name the objects, which come first.
      yield* readObjects(entries(masterKey), folder, areVerified);
      yield* entries(masterKey);
    },
  };
}

async function* readObjects(
  entries: AsyncGenerator<ArchivedEntry, void>,
  folder: string,
  areVerified: boolean,
): AsyncGenerator<ArchivedEntry, void> {
  const objects = openBackupObjects(folder);
  for await (const entry of entries) {
    if (entry.kind !== 'row' || entry.table !== 'blobs') continue;
    const { key, size, sha256, wrapped_key: wrappedKey } = decodeRow(entry.row);
    if (!Buffer.isBuffer(wrappedKey)) throw new Error('a row of an object has no key');
    try {
      const content = await objects.get(String(key));
      if (areVerified) content.destroy();
      yield {
        kind: 'object',
        key: String(key),
        size: Number(size),
        sha256: String(sha256),
        wrappedKey: encodeBytes(wrappedKey),
        length: objectFormat.encryptedLength(Number(size)),
        content,
        isVerified: areVerified,
      };
      content.destroy();
    } catch (error) {
      if (storageFailureOf(error) !== 'missing') throw error;
    }
  }
}
