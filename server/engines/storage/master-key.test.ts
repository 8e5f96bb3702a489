import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadMasterKey } from './master-key.ts';

const given = randomBytes(32);
let dataDir: string;
const load = (fromEnvironment?: string) => loadMasterKey({ fromEnvironment, dataDir });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muniment-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a first start makes a private key file, and later ones use it', async () => {
  const key = await load();
  expect(key).toHaveLength(32);
  expect(await load()).toEqual(key);
  expect(await readdir(dataDir)).toEqual(['master.key']);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
});

test('two rooms have different keys', async () => {
  const key = await load();
  await rm(join(dataDir, 'master.key'));
  expect(await load()).not.toEqual(key);
});

test('processes that start at nearly the same moment agree on one key', async () => {
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

test('the key of the environment is used and not written down', async () => {
  expect(await load(given.toString('base64'))).toEqual(given);
  expect(await readdir(dataDir)).toEqual([]);
});

test.each([
  '',
  'secret',
  randomBytes(16).toString('base64'),
  randomBytes(33).toString('base64'),
  `${'A'.repeat(42)}!=`,
])('MASTER_KEY %j is refused with how to make one', async (text) => {
  await expect(load(text)).rejects.toThrow(
    /^MASTER_KEY must be 32 bytes in base64 .*openssl rand -base64 32/,
  );
});

test('a damaged key file is refused and left as it is', async () => {
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

test('a key of the environment that differs from the kept one is refused', async () => {
  const kept = await load();
  await expect(load(given.toString('base64'))).rejects.toThrow('MASTER_KEY differs from');
  expect(await load(kept.toString('base64'))).toEqual(kept);
});

test('no new key is made where files wait for the lost one', async () => {
  await mkdir(join(dataDir, 'objects', 'incoming'), { recursive: true });
  await mkdir(join(dataDir, 'objects', 'ab'));
  await expect(load()).rejects.toThrow('is missing, but files encrypted with it exist');
  expect(await readdir(dataDir)).toEqual(['objects']);
});
