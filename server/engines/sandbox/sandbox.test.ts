import { constants, getPriority } from 'node:os';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ChildFailedError, parseFrame, type SandboxedChild, startSandboxedChild } from './sandbox.ts';
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
  const started = startSandboxedChild({ file: CHILD, folders: [FOLDER] }, { timeoutMs, memoryMb });
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
const tell = (to: SandboxedChild, text: string, signal?: AbortSignal) =>
  ask(to, async () => Readable.from([Buffer.from(text)]), signal);

test('one process answers one question after another', async () => {
  const to = link();
  expect(await tell(to, 'once')).toBe('once');
  expect(await tell(to, 'again')).toBe('again');
  expect(to.isHealthy()).toBe(true);
});

describe('a document that turns its process', () => {
  test.each([
    ['crash', 'damaged'],
    ['write rubbish', 'damaged'],
    ['say something else', 'damaged'],
    ['stop in the middle', 'damaged'],
    ['fill the heap', 'out-of-memory'],
    ['fill buffers', 'out-of-memory'],
  ])('to %s is %s, and the process is gone', async (behaviour, problem) => {
    const to = link();
    await expect(tell(to, behaviour)).rejects.toMatchObject({ name: 'ChildFailedError', problem });
    expect(to.isHealthy()).toBe(false);
  });

  test('to work for ever is given up in time', async () => {
    const to = link({ timeoutMs: 1_500 });
    const began = performance.now();
    await expect(tell(to, 'hang')).rejects.toMatchObject({ problem: 'too-long' });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(to.isHealthy()).toBe(false);
  });

  test('to send without end is cut off', async () => {
    const to = link();
    await expect(tell(to, 'send without end')).rejects.toBeInstanceOf(ChildFailedError);
    expect(to.isHealthy()).toBe(false);
  });
});

test('a process in the background leaves the processors to the others', async () => {
  const child = spawnChild({ file: CHILD, folders: [FOLDER], background: true }, 100);
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(getPriority(child.pid)).toBe(constants.priority.PRIORITY_LOW);
});

test('bytes that cannot be read are their own error, not the document’s fault', async () => {
  const source = async () => {
    throw new Error('the disk is gone');
  };
  await expect(ask(link(), source)).rejects.toThrow('the disk is gone');
});

test('a question that nobody asks any more ends its process', async () => {
  const to = link();
  const asked = new AbortController();
  const hanging = tell(to, 'hang', asked.signal);
  asked.abort(new Error('not needed'));
  await expect(hanging).rejects.toThrow('not needed');
  expect(to.isHealthy()).toBe(false);
});
