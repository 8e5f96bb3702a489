import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ChildFailedError, SandboxedChild } from '../sandbox.ts';
import type { StartCommand } from './messages.ts';
import { currentSpawner, startSpawner } from './start-spawner.ts';

const command = (script: string, changes: Partial<StartCommand> = {}): StartCommand => ({
  command: 'sh',
  args: ['-c', script],
  env: { PATH: process.env['PATH'] ?? '' },
  stdin: { to: 'server' },
  stdout: { to: 'server' },
  isGroup: false,
  ...changes,
});

const findSpawner = async () => {
  const spawner = await currentSpawner();
  if (!spawner) throw new Error('there is no spawner');
  return spawner;
};

const start = async (script: string, changes: Partial<StartCommand> = {}) =>
  (await findSpawner()).start(command(script, changes));

const read = (stream: Readable | null): Promise<string> => (stream ? text(stream) : Promise.resolve('none'));

const isGone = (pid: number | undefined): boolean => !existsSync(`/proc/${pid}`);

beforeAll(startSpawner);

test('a hundred processes started at once answer each what they were sent, from their first byte', async () => {
  const texts = await Promise.all(
    Array.from({ length: 100 }, async (_, nth) => {
      const process = await start('printf early; cat');
      const [output, exited] = [read(process.stdout), once(process, 'exit')];
      process.stdin?.end(` and ${nth} ${'x'.repeat(100_000)}`);
      const answer = await output;
      await exited;
      return `${process.exitCode} ${answer.slice(0, 13).trim()} ${answer.length}`;
    }),
  );
  expect(texts).toEqual(
    texts.map((_, nth) => `0 ${`early and ${nth} x`.slice(0, 13).trim()} ${11 + `${nth}`.length + 100_000}`),
  );
});

test('how a process ended is known, and one that cannot be started is refused', async () => {
  const failing = await start('exit 3');
  await once(failing, 'exit');
  expect([failing.exitCode, failing.signalCode, failing.kill()]).toEqual([3, null, false]);
  const endless = await start('exec sleep 1000');
  expect(endless.kill('SIGKILL')).toBe(true);
  await once(endless, 'exit');
  expect([endless.exitCode, endless.signalCode, endless.isLost]).toEqual([null, 'SIGKILL', false]);
  await expect(start('', { command: '/no/such/program' })).rejects.toThrow('ENOENT');
});

test('a group with files for its streams is ended as a whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [input, output] = [join(folder, 'input'), join(folder, 'output')];
  await writeFile(input, 'bytes');
  const process = await start('cat; sleep 1000 & echo " $!"; wait', {
    stdin: { to: 'file', path: input },
    stdout: { to: 'file', path: output },
    isGroup: true,
  });
  await expect.poll(() => readFile(output, 'utf8')).toMatch(/^bytes \d+\n$/);
  const inner = Number((await readFile(output, 'utf8')).split(' ')[1]);
  process.kill('SIGKILL');
  await once(process, 'exit');
  await expect.poll(() => isGone(inner)).toBe(true);
});

test('when the spawner dies its processes end, a document in one of them is not to blame, and the next one starts', async () => {
  const spawner = await findSpawner();
  const limits = { timeoutMs: 60_000, memoryMb: 256 };
  const file = new URL('../testing/malicious-child.ts', import.meta.url);
  const child = new SandboxedChild({ file, folders: [new URL('../testing/', import.meta.url)] }, limits);
  const ask = (attempt: string) =>
    child.request({ message: { attempt, argument: '' }, read: async (frames) => frames.next() });
  await ask('show environment');
  const outcome = ask('wait').catch((error: unknown) => error);
  const process_ = await start('exec sleep 1000');
  const [dying] = [spawner.pid ?? 0];
  process.kill(dying, 'SIGKILL');
  await once(process_, 'exit');
  expect(process_.isLost).toBe(true);
  await expect.poll(() => isGone(process_.pid)).toBe(true);
  expect(await outcome).toBeInstanceOf(Error);
  expect(await outcome).not.toBeInstanceOf(ChildFailedError);
  const next = await start('echo again');
  expect(await read(next.stdout)).toBe('again\n');
  expect(spawner.pid).not.toBe(dying);
});

test('the spawner and what it started end with a server that is killed', async () => {
  const program = fileURLToPath(new URL('testing/spawning-server.ts', import.meta.url));
  const server = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout, 'data');
  const pids: number[] = JSON.parse(String(line));
  expect(pids.map(isGone)).toEqual([false, false]);
  server.kill('SIGKILL');
  await expect.poll(() => pids.map(isGone), { timeout: 10_000 }).toEqual([true, true]);
});

test('a server that is killed while it receives a document leaves nothing of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = fileURLToPath(new URL('testing/document-server.ts', import.meta.url));
  const env = { ...process.env, TMPDIR: folder };
  const server = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'inherit'], env });
  onTestFinished(() => void server.kill('SIGKILL'));
  const findDocument = async () => {
    const names = await readdir(folder, { recursive: true });
    const input = names.find((name) => name.endsWith('/input'));
    return input && readFile(join(folder, input), 'utf8');
  };
  await expect.poll(findDocument, { timeout: 10_000 }).toBe('a document');
  server.kill('SIGKILL');
  await expect.poll(() => readdir(folder), { timeout: 10_000 }).toEqual([]);
});
