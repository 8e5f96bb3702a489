import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishReplacement, loadMasterKey, prepareReplacementKey } from './master-key.ts';

const given = randomBytes(32);
let dataDir: string;
const load = (masterKey?: string) => loadMasterKey({ masterKey, masterKeyCommand: undefined, dataDir });
const loadFromCommand = (masterKeyCommand: string) =>
  loadMasterKey({ masterKey: undefined, masterKeyCommand, dataDir });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muniment-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('the first start creates a private key file, and later ones use it', async () => {
  const key = await load();
  expect(key).toHaveLength(32);
  expect(await load()).toEqual(key);
  expect(await readdir(dataDir)).toEqual(['master.key']);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
});

test('two installations have different keys', async () => {
  const key = await load();
  await rm(join(dataDir, 'master.key'));
  expect(await load()).not.toEqual(key);
});

test('processes that start at nearly the same time agree on one key', async () => {
  // The second starts a few turns of the event loop later each time, so that it meets every step of the first.
  for (let turns = 0; turns < 40; turns += 1) {
    const first = load();
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    const [one, other] = await Promise.all([first, load()]);
    expect(one.equals(other)).toBe(true);
    expect(await readdir(dataDir)).toEqual(['master.key']);
    await rm(join(dataDir, 'master.key'));
  }
});

test('the key of the environment is used and not stored', async () => {
  expect(await load(given.toString('base64'))).toEqual(given);
  expect(await readdir(dataDir)).toEqual([]);
});

test.each([
  '',
  'secret',
  randomBytes(16).toString('base64'),
  randomBytes(33).toString('base64'),
  `${'A'.repeat(42)}!=`,
])('MASTER_KEY %j is refused with how to create one', async (text) => {
  await expect(load(text)).rejects.toThrow(
    /^MASTER_KEY must be 32 bytes in base64 .*openssl rand -base64 32/,
  );
});

test('a damaged key file is refused and unchanged', async () => {
  const path = join(dataDir, 'master.key');
  await writeFile(path, 'abc', { mode: 0o600 });
  await expect(load()).rejects.toThrow(`${path} must be 32 bytes in base64`);
  expect(await readFile(path, 'utf8')).toBe('abc');
});

test.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o622])(
  'a key file of mode %o is refused, because others may know the key',
  async (mode) => {
    await load();
    await chmod(join(dataDir, 'master.key'), mode);
    await expect(load()).rejects.toThrow('chmod 600');
  },
);

test('a key of the environment that differs from the stored one is refused', async () => {
  const kept = await load();
  await expect(load(given.toString('base64'))).rejects.toThrow('MASTER_KEY differs from');
  expect(await load(kept.toString('base64'))).toEqual(kept);
});

test('no new key is created where files need the lost one', async () => {
  await mkdir(join(dataDir, 'objects', 'incoming'), { recursive: true });
  await mkdir(join(dataDir, 'objects', 'ab'));
  await expect(load()).rejects.toThrow('is missing, but files encrypted with it exist');
  expect(await readdir(dataDir)).toEqual(['objects']);
});

test('the output of MASTER_KEY_COMMAND is used and not written down', async () => {
  expect(await loadFromCommand(`echo ${given.toString('base64')}`)).toEqual(given);
  expect(await readdir(dataDir)).toEqual([]);
});

test.each([
  ['echo secret', /^The output of MASTER_KEY_COMMAND must be 32 bytes in base64/],
  ['exit 3', /^MASTER_KEY_COMMAND failed with exit status 3[.]$/],
  ['yes', /^The output of MASTER_KEY_COMMAND must be/],
])('MASTER_KEY_COMMAND "%s" is refused', async (command, message) => {
  await expect(
    loadFromCommand(`${command}${command === 'yes' ? ' | head -c 10000000' : ''}`),
  ).rejects.toThrow(message);
});

test('an interrupted replacement is resumed with the same key, which the finished one makes current', async () => {
  const before = await load();
  const next = await prepareReplacementKey(dataDir);
  expect(await prepareReplacementKey(dataDir)).toEqual(next);
  expect(await load()).toEqual(before);
  await finishReplacement(dataDir);
  expect(await load()).toEqual(next);
  expect(await readdir(dataDir)).toEqual(['master.key']);
});
