import { randomBytes } from 'node:crypto';
import { link, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

interface MasterKeyOptions {
  /** MASTER_KEY: base64 of 32 bytes. */
  fromEnvironment: string | undefined;
  /** Must exist. */
  dataDir: string;
}

/** Returns MASTER_KEY, else DATA_DIR/master.key, else undefined. Rejects with one sentence for the operator. */
export async function findMasterKey({
  fromEnvironment,
  dataDir,
}: MasterKeyOptions): Promise<Buffer | undefined> {
  const path = keyPath(dataDir);
  const saved = await readKeyFile(path);
  if (fromEnvironment === undefined) return saved;
  const given = parseKey(fromEnvironment, 'MASTER_KEY');
  // One of the two cannot open what is stored, and guessing wrong would encrypt new files with the wrong one.
  if (saved && !saved.equals(given))
    throw new Error(`MASTER_KEY differs from ${path}. Remove the one that is wrong.`);
  return given;
}

/**
 * Returns the key that wraps the key of every blob; a first start generates it.
 * Rejects with one sentence for the operator rather than start with a key that cannot open what is stored.
 */
export async function loadMasterKey(options: MasterKeyOptions): Promise<Buffer> {
  const { dataDir } = options;
  const path = keyPath(dataDir);
  const found = await findMasterKey(options);
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

function parseKey(text: string, source: string): Buffer {
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
    // Rejects instead of repairing the mode, because the operator must learn that the key may have been read. Windows has no mode bits.
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
export async function saveMasterKey(dataDir: string, key: Buffer): Promise<void> {
  const path = keyPath(dataDir);
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
