import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskStore } from './disk-store.ts';

const KEY = 'ab'.repeat(32);
const MODULE = JSON.stringify(new URL('disk-store.ts', import.meta.url).href);
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'muniment-disk-'));
});
afterEach(() => rm(directory, { recursive: true }));

const bytes = (text: string) => Readable.from([Buffer.from(text)]);

test("files and folders are accessible to the server's account only", async () => {
  const store = new DiskStore(join(directory, 'objects'));
  await store.sweep();
  await store.put(KEY, bytes('x'));
  for (const [name, mode] of [
    ['incoming', 0o700],
    ['ab', 0o700],
    ['ab/ab', 0o700],
    [`ab/ab/${KEY}`, 0o600],
  ] as const) {
    expect((await stat(join(directory, 'objects', name))).mode & 0o777).toBe(mode);
  }
});

test('an object has no name before what was written is verified', async () => {
  const store = new DiskStore(directory);
  await store.sweep();
  const listKeys = () => Array.fromAsync(store.keys());
  let read = '';
  const refused = store.putVerified(KEY, bytes('half'), async (written) => {
    expect(await listKeys()).toEqual([]);
    throw new Error(`not ${await text(written)}`);
  });
  await expect(refused).rejects.toThrow('not half');
  expect([await listKeys(), await readdir(join(directory, 'incoming'))]).toEqual([[], []]);
  await store.putVerified(KEY, bytes('whole'), async (written) => {
    read = await text(written);
  });
  expect([read, await listKeys()]).toEqual(['whole', [KEY]]);
});

test('names that are not object keys are not listed', async () => {
  const store = new DiskStore(directory);
  await store.sweep();
  await store.put(KEY, bytes('x'));
  await writeFile(join(directory, 'ab', 'ab', 'notes.txt'), '');
  await writeFile(join(directory, 'ab', 'ab', 'cd'.repeat(32)), '');
  await writeFile(join(directory, 'incoming', 'ef'.repeat(32)), '');
  const listed: string[] = [];
  for await (const key of store.keys()) listed.push(key);
  expect(listed).toEqual([KEY]);
});

test('a process killed during a write leaves no object, and the next start removes the rest', async () => {
  const script = `
    import { DiskStore } from ${MODULE};
    import { Readable } from 'node:stream';
    const store = new DiskStore(process.argv[1]);
    await store.sweep();
    async function* endless() {
      for (let sent = 0; sent < 100; sent += 1) yield Buffer.alloc(65536);
      process.stdout.write('written');
      await new Promise(() => setInterval(() => {}, 1000));
    }
    await store.put('${KEY}', Readable.from(endless()));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, directory]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await readdir(join(directory, 'incoming'))).toEqual([KEY]);
  const store = new DiskStore(directory);
  expect(await store.sweep()).toBe(1);
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
  expect(await store.keys()[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
});

// A real full disk: a small tmpfs in a mount namespace, where the system lets this process make one.
const mayMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

test.runIf(mayMount)(
  'a full disk is reported as such, leaves nothing, and later accepts smaller files',
  () => {
    const script = `
    import { DiskStore } from ${MODULE};
    import { Readable } from 'node:stream';
    import { readdirSync } from 'node:fs';
    const store = new DiskStore(process.argv[1]);
    await store.sweep();
    const put = (key, bytes) => store.put(key, Readable.from([Buffer.alloc(bytes)])).then(() => 'kept', (e) => e.failure + ' ' + e.cause.code);
    const first = await put('${KEY}', 2 ** 21);
    const left = readdirSync(process.argv[1] + '/incoming').length;
    console.log(first, left, await put('${'cd'.repeat(32)}', 2 ** 18));`;
    const mountAndRun = 'mount -t tmpfs -o size=1m none "$1" && exec "$0" --input-type=module -e "$2" "$1"';
    const args = ['-rm', 'sh', '-c', mountAndRun, process.execPath, directory, script];
    const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
    expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: 'full ENOSPC 0 kept', stderr: '' });
  },
);

test('a folder that disappears at runtime is not created again under its mount point', async () => {
  const store = new DiskStore(join(directory, 'objects'));
  await store.sweep();
  await rename(join(directory, 'objects'), join(directory, 'unmounted'));
  const source = bytes('x');
  await expect(store.put(KEY, source)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(store.check()).rejects.toMatchObject({ code: 'ENOENT' });
  expect(source.destroyed).toBe(true);
  expect(await readdir(directory)).toEqual(['unmounted']);
});

test.runIf(process.getuid?.() !== 0)('a folder without write permission fails the check', async () => {
  const store = new DiskStore(directory);
  await store.sweep();
  await chmod(join(directory, 'incoming'), 0o500);
  await expect(store.check()).rejects.toMatchObject({ code: 'EACCES' });
});
