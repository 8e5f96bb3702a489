import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { ChildEnded, type ChildLink, startChild } from './child-link.ts';
import { collectBytes } from './collect-bytes.ts';
import { drawingReply } from './drawing-protocol.ts';

const CHILD = new URL('./testing/misbehaving-child.ts', import.meta.url);

const open: ChildLink[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((link) => link.end()));
});

function link({ timeoutMs = 15_000, memoryMb = 400 } = {}): ChildLink {
  const started = startChild(CHILD, { timeoutMs, memoryMb });
  open.push(started);
  return started;
}

const ask = (to: ChildLink, bytes: () => Promise<Readable>) =>
  to.ask({
    message: {},
    bytes,
    reply: drawingReply,
    receive: (_said, sent) => collectBytes(sent, 10_000_000),
  });
const tell = (to: ChildLink, text: string) => ask(to, async () => Readable.from([Buffer.from(text)]));

test('one process answers one question after another', async () => {
  const to = link();
  expect(String(await tell(to, 'once'))).toBe('once');
  expect(String(await tell(to, 'again'))).toBe('again');
  expect(to.isHealthy()).toBe(true);
});

describe('a document that turns its process', () => {
  test.each([
    ['crash', 'damaged'],
    ['write rubbish', 'damaged'],
    ['say something else', 'damaged'],
    ['stop in the middle', 'damaged'],
    ['fill the heap', 'too-large'],
    ['fill buffers', 'too-large'],
  ])('to %s is %s, and the process is gone', async (behaviour, problem) => {
    const to = link();
    await expect(tell(to, behaviour)).rejects.toMatchObject({ name: 'ChildEnded', problem });
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
    await expect(tell(to, 'send without end')).rejects.toBeInstanceOf(ChildEnded);
    expect(to.isHealthy()).toBe(false);
  });
});

test('bytes that cannot be read are their own error, not the document’s fault', async () => {
  const source = async () => {
    throw new Error('the disk is gone');
  };
  await expect(ask(link(), source)).rejects.toThrow('the disk is gone');
});
