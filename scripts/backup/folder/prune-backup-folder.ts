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
  /** States that only an earlier master key opens: what they name is not known, so all objects are kept. */
  unreadableStates: number;
}

interface PruneOptions {
  installation: Installation;
  keepDays: number;
  step(): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the states that are older, except the newest, and then the objects that no kept state names and that were copied
 * before that time: younger ones may belong to a moment between two states. Reads all kept states first; with a damaged one it
 * rejects and removes nothing.
 */
export async function pruneBackupFolder(
  folder: string,
  { installation: { masterKey }, keepDays, step }: PruneOptions,
): Promise<Pruned> {
  const keptSince = Date.now() - keepDays * DAY_MS;
  const states = await listBackupStates(folder);
  const isKept = ({ madeAt }: BackupState, place: number) => place === 0 || madeAt >= keptSince;
  const kept = await readHeaders(states.filter(isKept));
  const fingerprint = masterKeyFingerprint(masterKey);
  const readable = kept.filter(({ header }) => header.keyFingerprint === fingerprint);
  const named = await listNamedObjects(readable, masterKey, step);
  const pruned: Pruned = { states: 0, objects: 0, unreadableStates: kept.length - readable.length };
  try {
    for (const { file } of states.filter((state, place) => !isKept(state, place))) {
      await rm(file);
      pruned.states += 1;
    }
    if (pruned.unreadableStates > 0) return pruned;
    const objects = openBackupObjects(folder);
    for await (const { key, storedAt } of objects.list()) {
      step();
      if (storedAt >= keptSince || (await hasBackupObject(named, key))) continue;
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
