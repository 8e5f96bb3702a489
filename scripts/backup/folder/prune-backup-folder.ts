import { rm } from 'node:fs/promises';
import {
  createBackupObjectTable,
  hasBackupObject,
  recordBackupObject,
} from '#server/database/backup/backup-objects.ts';
import { masterKeyFingerprint } from '#server/database/encryption-keys/assert-master-key.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import type { Installation } from '../../command-line/open-installation.ts';
import { decodeRow } from '../format/archive-entry.ts';
import { type ArchiveHeader, readHeader } from '../format/archive-header.ts';
import { readArchive } from '../format/read-archive.ts';
import { type BackupState, listBackupStates, openBackupObjects } from './backup-folder.ts';

export interface Pruned {
  states: number;
  objects: number;
  /** The moment of the state before, when it is so long ago that the clock may be ahead: nothing is removed then. */
  implausibleSince?: number;
  /** States that only an earlier master key opens: what they name is not known, so all objects are kept. */
  unreadableStates: number;
}

interface PruneOptions {
  installation: Installation;
  keepDays: number;
  step(): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** States are a month apart at most; with fewer days kept, a longer pause is as likely a wrong clock. */
const MAX_PAUSE_DAYS = 32;

/**
 * Removes the states that are older than `keepDays`, except the newest of these, and then the objects that no kept state names
 * and that were copied before it. Any other object may belong to a moment since then that the log of the database leads to: what
 * existed at such a moment is named by that older state or was copied after it. Without an older state no object is removed.
 * Reads all kept states first; with a damaged one it rejects and removes nothing.
 */
export async function pruneBackupFolder(
  folder: string,
  { installation: { masterKey }, keepDays, step }: PruneOptions,
): Promise<Pruned> {
  const keptSince = Date.now() - keepDays * DAY_MS;
  const states = await listBackupStates(folder);
  const [, before] = states;
  if (before && before.madeAt < Date.now() - Math.max(keepDays, MAX_PAUSE_DAYS) * DAY_MS)
    return { states: 0, objects: 0, unreadableStates: 0, implausibleSince: before.madeAt };
  // The newest state first: at least one is younger, since this backup has just written it.
  const oldest = states.find(({ madeAt }) => madeAt < keptSince);
  const isKept = ({ madeAt }: BackupState) => madeAt >= (oldest?.madeAt ?? 0);
  const kept = await readHeaders(states.filter(isKept));
  const fingerprint = masterKeyFingerprint(masterKey);
  const readable = kept.filter(({ header }) => header.keyFingerprint === fingerprint);
  const named = await listNamedObjects(readable, masterKey, step);
  const pruned: Pruned = { states: 0, objects: 0, unreadableStates: kept.length - readable.length };
  try {
    for (const { file } of states.filter((state) => !isKept(state))) {
      await rm(file);
      pruned.states += 1;
    }
    if (pruned.unreadableStates > 0 || !oldest) return pruned;
    const objects = openBackupObjects(folder);
    for await (const { key, storedAt } of objects.list()) {
      step();
      if (storedAt >= oldest.madeAt || (await hasBackupObject(named, key))) continue;
      await objects.remove(key);
      pruned.objects += 1;
    }
  } finally {
    await named.destroy();
  }
  return pruned;
}

interface StateToRead {
  file: string;
  header: ArchiveHeader;
  end: number;
}

async function readHeaders(states: readonly BackupState[]): Promise<StateToRead[]> {
  const read: StateToRead[] = [];
  for (const { file } of states) read.push({ file, ...(await readHeader(file)) });
  return read;
}

async function listNamedObjects(
  states: readonly StateToRead[],
  masterKey: Buffer,
  step: () => void,
): Promise<Database> {
  const { db } = openDatabase({ engine: 'sqlite', file: '' });
  await createBackupObjectTable(db);
  try {
    for (const { file, ...start } of states) {
      for await (const entry of readArchive(file, start, masterKey)) {
        step();
        if (entry.kind !== 'row' || entry.table !== 'blobs') continue;
        const key = String(decodeRow(entry.row)['key']);
        await recordBackupObject(db, { key, size: 0, sha256: '', isComplete: true });
      }
    }
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
