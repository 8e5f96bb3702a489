import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

const KEY_COMMAND_TIMEOUT_MS = 30_000;
const MAX_KEY_COMMAND_OUTPUT = 1_000;

/** Names the place of the master key; the file `master.key` in the data directory when neither setting is there. */
export interface MasterKeySource {
  /** MASTER_KEY: base64 of 32 bytes. */
  masterKey: string | undefined;
  /** MASTER_KEY_COMMAND: a shell command that prints the same. */
  masterKeyCommand: string | undefined;
  /** Must exist. */
  dataDir: string;
}

export const isMasterKeyFile = ({ masterKey, masterKeyCommand }: Omit<MasterKeySource, 'dataDir'>): boolean =>
  masterKey === undefined && masterKeyCommand === undefined;

/** Returns the key of the source, or undefined without one. Rejects with one sentence for the operator. */
export async function findMasterKey(source: MasterKeySource): Promise<Buffer | undefined> {
  const path = keyPath(source.dataDir);
  const saved = await readKeyFile(path);
  if (isMasterKeyFile(source)) return saved;
  const { masterKey, masterKeyCommand = '' } = source;
  const given =
    masterKey === undefined ? await runKeyCommand(masterKeyCommand) : parseKey(masterKey, 'MASTER_KEY');
  // One of the two cannot open what is stored, and guessing wrong would encrypt new files with the wrong one.
  if (saved && !saved.equals(given))
    throw new Error(
      `${masterKey === undefined ? 'The key of MASTER_KEY_COMMAND' : 'MASTER_KEY'} differs from ${path}. Remove the one that is wrong.`,
    );
  return given;
}

/**
 * Returns the key that wraps the key of every blob; a first start generates it.
 * Rejects with one sentence for the operator rather than start with a key that cannot open what is stored.
 */
export async function loadMasterKey(source: MasterKeySource): Promise<Buffer> {
  const { dataDir } = source;
  const path = keyPath(dataDir);
  const found = await findMasterKey(source);
  if (found) return found;
  if (await hasStoredObjects(join(dataDir, 'objects'))) {
    throw new Error(`${path} is missing, but files encrypted with it exist. Restore it or set MASTER_KEY.`);
  }
  await saveMasterKey(dataDir, randomBytes(32));
  // Read back, so that the key in use is the one that was kept, also when another process was first.
  const generated = await readKeyFile(path);
  if (!generated) throw new Error(`${path} disappeared while it was being created.`);
  return generated;
}

const keyPath = (dataDir: string): string => join(dataDir, 'master.key');
const replacementPath = (dataDir: string): string => join(dataDir, 'master.key.next');

/** Runs MASTER_KEY_COMMAND, such as the client of a key service. Its error output goes to the operator's terminal. */
async function runKeyCommand(command: string): Promise<Buffer> {
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: AbortSignal.timeout(KEY_COMMAND_TIMEOUT_MS),
  });
  try {
    const exited = once(child, 'close');
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, MAX_KEY_COMMAND_OUTPUT);
    });
    const [code] = await exited;
    if (code === 0) return parseKey(output.trim(), 'The output of MASTER_KEY_COMMAND');
    throw new Error(`MASTER_KEY_COMMAND failed with exit status ${code}.`);
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError')
      throw new Error(`MASTER_KEY_COMMAND did not end within ${KEY_COMMAND_TIMEOUT_MS / 1000} s.`, { cause });
    throw cause;
  }
}

/** Returns the key of a replacement that is under way or was interrupted. */
export const findReplacementKey = (dataDir: string): Promise<Buffer | undefined> =>
  readKeyFile(replacementPath(dataDir));

/** Generates the next master key in a file of its own, or returns the one of an interrupted replacement. */
export async function prepareReplacementKey(dataDir: string): Promise<Buffer> {
  await writeKeyFile(dataDir, replacementPath(dataDir), randomBytes(32));
  const key = await findReplacementKey(dataDir);
  if (!key) throw new Error(`${replacementPath(dataDir)} disappeared while it was being created.`);
  return key;
}

/** Makes the next master key the current one. */
export async function finishReplacement(dataDir: string): Promise<void> {
  await rename(replacementPath(dataDir), keyPath(dataDir));
  await syncDirectory(dataDir);
}

/** Throws one sentence that names the source. */
export function parseKey(text: string, source: string): Buffer {
  // Checked by pattern because Buffer.from skips characters that are not base64.
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) {
    throw new Error(
      `${source} must be 32 bytes in base64 (44 characters), as 'openssl rand -base64 32' prints them.`,
    );
  }
  return Buffer.from(text, 'base64');
}

async function readKeyFile(path: string): Promise<Buffer | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const { mode } = await file.stat();
    // Rejects instead of repairing the mode, because the operator must learn that the key may have been read. Windows has no mode
    // bits.
    if (process.platform !== 'win32' && mode & 0o077) {
      throw new Error(
        `${path} can be read by other accounts. Restrict it with chmod 600, and replace the key if another account may have read it.`,
      );
    }
    return parseKey((await file.readFile('utf8')).trim(), path);
  } finally {
    await file.close();
  }
}

async function hasStoredObjects(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.some((name) => /^[0-9a-f]{2}$/.test(name));
}

/** Writes DATA_DIR/master.key durably; never replaces an existing file. */
export const saveMasterKey = (dataDir: string, key: Buffer): Promise<void> =>
  writeKeyFile(dataDir, keyPath(dataDir), key);

async function writeKeyFile(dataDir: string, path: string, key: Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${key.toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // A link, not a rename: it never replaces the key of a process that started at the same moment.
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await syncDirectory(dataDir);
  } finally {
    await rm(temporary, { force: true });
  }
}
