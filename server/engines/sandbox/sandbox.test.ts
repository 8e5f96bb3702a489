import { constants, getPriority } from 'node:os';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { detectLauncher } from './launcher.ts';
import { ChildFailedError, parseFrame, SandboxedChild } from './sandbox.ts';
import { spawnChild } from './spawn-child.ts';

const FOLDER = new URL('./testing/', import.meta.url);
const CHILD = new URL('./testing/misbehaving-child.ts', import.meta.url);
const MAX_FRAMES = 100;
const reply = z.strictObject({ isDone: z.literal(true) });

const open: SandboxedChild[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((link) => link.end()));
});

function link({ timeoutMs = 15_000, memoryMb = 400 } = {}): SandboxedChild {
  const started = new SandboxedChild({ file: CHILD, folders: [FOLDER] }, { timeoutMs, memoryMb });
  open.push(started);
  return started;
}

const ask = (to: SandboxedChild, bytes: () => Promise<Readable>, signal?: AbortSignal) =>
  to.request({
    message: {},
    bytes,
    ...(signal && { signal }),
    async read(frames) {
      parseFrame((await frames.next()).value, reply);
      let said = '';
      let count = 0;
      for (let next = await frames.next(); next.value.length > 0; next = await frames.next()) {
        count += 1;
        if (count > MAX_FRAMES) throw new ChildFailedError('damaged');
        said += next.value.toString();
      }
      return said;
    },
  });
const sendText = (to: SandboxedChild, text: string, signal?: AbortSignal) =>
  ask(to, async () => Readable.from([Buffer.from(text)]), signal);

test('one process answers several requests in turn', async () => {
  const to = link();
  expect(await sendText(to, 'once')).toBe('once');
  expect(await sendText(to, 'again')).toBe('again');
  expect(to.isHealthy()).toBe(true);
});

describe('documents that take over their process', () => {
  test.each([
    ['crash', 'damaged'],
    ['write rubbish', 'damaged'],
    ['say something else', 'damaged'],
    ['stop in the middle', 'damaged'],
    ['fill the heap', 'out-of-memory'],
    ['fill buffers', 'out-of-memory'],
  ])('a process that tries to %s is reported as %s and ended', async (behaviour, problem) => {
    const to = link();
    await expect(sendText(to, behaviour)).rejects.toMatchObject({ name: 'ChildFailedError', problem });
    expect(to.isHealthy()).toBe(false);
  });

  test('endless work is ended by the time limit', async () => {
    const to = link({ timeoutMs: 1_500 });
    const began = performance.now();
    await expect(sendText(to, 'hang')).rejects.toMatchObject({ problem: 'too-long' });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(to.isHealthy()).toBe(false);
  });

  test('endless output is cut off', async () => {
    const to = link();
    await expect(sendText(to, 'send without end')).rejects.toBeInstanceOf(ChildFailedError);
    expect(to.isHealthy()).toBe(false);
  });
});

test('a background process yields the processors to others', async () => {
  const program = { file: CHILD, folders: [FOLDER], background: true };
  const child = await spawnChild(program, 100, await detectLauncher());
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(getPriority(child.pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
});

test('unreadable bytes are a distinct error, not blamed on the document', async () => {
  const source = async () => {
    throw new Error('the disk is gone');
  };
  await expect(ask(link(), source)).rejects.toThrow('the disk is gone');
});

test('a cancelled request ends its process', async () => {
  const to = link();
  const asked = new AbortController();
  const hanging = sendText(to, 'hang', asked.signal);
  asked.abort(new Error('not needed'));
  await expect(hanging).rejects.toThrow('not needed');
  expect(to.isHealthy()).toBe(false);
});
