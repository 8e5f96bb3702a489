import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDirectory } from '#server/database/lock-data-directory.ts';
import { type ObjectFolder, openObjectFolder } from '#server/engines/storage/object-storage.ts';

const STATES = 'states';
const STATE_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup$/;

/** The rows of an installation at one moment, in a file of a backup folder. */
export interface BackupState {
  readonly file: string;
  readonly madeAt: number;
}

/** Tells whether a path is a folder of incremental backups rather than the file of a complete one. */
export const isBackupFolder = async (path: string): Promise<boolean> =>
  existsSync(join(path, STATES)) && (await stat(path)).isDirectory();

/** Names the file of a state; the name is its moment without colons, which not every file system accepts. */
export const stateFile = (folder: string, madeAt: number): string =>
  join(folder, STATES, `${new Date(madeAt).toISOString().replaceAll(/[:.]/g, '-')}.backup`);

function readMoment(name: string): number {
  const [date = '', time = ''] = name.slice(0, -'.backup'.length).split('T');
  const [hour, minute, second, rest = ''] = time.split('-');
  return Date.parse(`${date}T${hour}:${minute}:${second}.${rest}`);
}

/** Lists the complete states, the newest first. Damaged and unfinished ones have other names. */
export async function listBackupStates(folder: string): Promise<BackupState[]> {
  const names = (await readdir(join(folder, STATES))).filter((name) => STATE_NAME.test(name));
  return names
    .map((name) => ({ file: join(folder, STATES, name), madeAt: readMoment(name) }))
    .toSorted((a, b) => b.madeAt - a.madeAt);
}

/** Opens the copies of objects in a backup folder: they are stored as the installation encrypted them. */
export const openBackupObjects = (folder: string): ObjectFolder => openObjectFolder(folder);

/** Runs `work` with the folder, which is created, and without another backup into it. */
export async function withBackupFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(join(folder, STATES), { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  try {
    for (const name of await readdir(join(folder, STATES)))
      if (name.includes('.partial-')) await rm(join(folder, STATES, name), { force: true });
    return await work();
  } finally {
    lock.release();
  }
}

function lockFolder(folder: string): { release(): void } {
  try {
    return lockDataDirectory(folder);
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.startsWith('Another Muniment')) throw cause;
    throw new Error(`Another backup into ${folder} is running.`, { cause });
  }
}
