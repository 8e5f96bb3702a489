import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '#server/app/config.ts';
import { openSnapshot } from '#server/database/backup/snapshot-rows.ts';
import { durableFiles } from '#server/engines/storage/object-storage.ts';
import { type Installation, withReadOnlyInstallation } from '../../command-line/open-installation.ts';
import { openBackupFile } from '../backup-source.ts';
import { createHeader, formOfMasterKey, type KeyForm, type KeyOptions } from '../create-header.ts';
import { readHeader } from '../format/archive-header.ts';
import { type EntryToWrite, writeArchive } from '../format/write-archive.ts';
import { streamRowEntries } from '../stream-archive-entries.ts';
import { type ArchiveSummary, verifyArchive } from '../verify-archive.ts';
import { listBackupStates, openBackupObjects, stateFile, withBackupFolder } from './backup-folder.ts';
import { type CopiedObjects, openCopiedObjects } from './copy-new-objects.ts';
import { type Pruned, pruneBackupFolder } from './prune-backup-folder.ts';

interface IncrementalOptions extends KeyOptions {
  /** Copies objects and writes no state, for a database that has a backup of its own. */
  objectsOnly: boolean;
  /** After a good state: removes older ones, and objects that no state within this time names. */
  keepDays?: number | undefined;
  onDamage(blobKey: string): void;
  onProgress(): void;
  signal: AbortSignal;
}

interface IncrementalResult {
  /** Counts what this run copied. */
  copied: { readonly objects: number; readonly bytes: number };
  /** Absent for a run that copies objects only. Its name ends in `.damaged` when objects are missing or damaged. */
  state?: ArchiveSummary & { readonly file: string; readonly masterKey: KeyForm };
  pruned?: Pruned;
}

/**
 * Backs an installation up into a folder that keeps earlier states: objects never change, so only those that the folder lacks
 * are copied, and each state has all rows.
 */
export async function createIncrementalBackup(
  config: Config,
  folder: string,
  options: IncrementalOptions,
): Promise<IncrementalResult> {
  const form = formOfMasterKey(config, options);
  const step = () => {
    options.signal.throwIfAborted();
    options.onProgress();
  };
  return withReadOnlyInstallation(config, (installation) =>
    withBackupFolder(folder, async () => {
      await assertSameInstallation(folder, installation);
      if (!options.objectsOnly) await assertNewestIsPast(folder);
      const store = openBackupObjects(folder);
      await store.sweep();
      const objects = await openCopiedObjects(installation, store, step);
      try {
        await objects.copyNew(installation.db);
        if (options.objectsOnly) return { copied: objects.copied() };
        const state = await writeState(installation, folder, { ...options, objects, form, step });
        const { keepDays } = options;
        const isPruning = keepDays !== undefined && state.damaged === 0;
        const pruned = isPruning
          ? await pruneBackupFolder(folder, { installation, keepDays, step })
          : undefined;
        return { copied: objects.copied(), state, ...(pruned && { pruned }) };
      } finally {
        await objects.close();
      }
    }),
  );
}

/** Refuses the folder of another installation, whose objects a later run would remove. */
async function assertSameInstallation(folder: string, { installationId }: Installation): Promise<void> {
  const [newest] = await listBackupStates(folder);
  if (newest && (await readHeader(newest.file)).header.installationId !== installationId)
    throw new Error(`${folder} has the backups of another installation. Choose another folder.`);
}

/**
 * Refuses to write a state that would not be the newest: a restore would take another for it, and pruning keep the wrong ones.
 */
async function assertNewestIsPast(folder: string): Promise<void> {
  const [newest] = await listBackupStates(folder);
  if (newest && newest.madeAt >= Date.now())
    throw new Error(
      `The clock is behind the newest state of the folder, ${newest.file}. Correct the clock, or move that file away if the clock was ahead when it was made.`,
    );
}

interface StateOptions extends Pick<IncrementalOptions, 'recipients' | 'onDamage'> {
  objects: CopiedObjects;
  form: KeyForm;
  step(): void;
}

async function writeState(
  installation: Installation,
  folder: string,
  { objects, form, recipients, onDamage, step }: StateOptions,
): Promise<ArchiveSummary & { file: string; masterKey: KeyForm }> {
  const { masterKey } = installation;
  const header = await createHeader(installation, form, recipients);
  const file = stateFile(folder, header.madeAt);
  const partial = `${file}.partial-${randomBytes(4).toString('hex')}`;
  try {
    const entries = streamState(installation, objects, step);
    await writeArchive(partial, { ...header, objects: 'folder' }, masterKey, entries);
    const source = await openBackupFile(partial, { areVerified: true });
    const content = await verifyArchive(source, masterKey, { onDamage, onProgress: step });
    const named = content.damaged > 0 ? `${file}.damaged` : file;
    await rename(partial, named);
    await durableFiles.syncDirectory(dirname(named));
    return { ...content, file: named, masterKey: form };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* streamState(
  { db, engine }: Installation,
  objects: CopiedObjects,
  step: () => void,
): AsyncGenerator<EntryToWrite> {
  const snapshot = await openSnapshot(db);
  try {
    await objects.copyNew(snapshot);
    let rows = 0;
    const entries = streamRowEntries(snapshot, engine);
    for (let next = await entries.next(); ; next = await entries.next()) {
      if (next.done === true) {
        rows = next.value;
        break;
      }
      step();
      yield next.value;
    }
    yield { entry: { kind: 'end', objects: 0, rows } };
  } finally {
    await snapshot.rollback().execute();
  }
}
