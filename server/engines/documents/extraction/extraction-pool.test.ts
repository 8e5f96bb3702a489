import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createExtractionPool, type TextExtractor } from './extraction-pool.ts';
import { limits } from './testing/expect-blocks.ts';

const child = new URL('./testing/misbehaving-child.ts', import.meta.url);
const crashed = { status: 'failed', reasons: [{ code: 'crashed' }] };
const tooMuch = { status: 'failed', reasons: [{ code: 'out-of-memory' }] };

const open: TextExtractor[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

function makePool({ processes = 1, timeoutMs = 15_000, memoryMb = 300 } = {}): TextExtractor {
  const pool = createExtractionPool(child, processes, { ...limits, timeoutMs, memoryMb });
  open.push(pool);
  return pool;
}

const bytesOf = (text: string) => async (): Promise<Readable> => Readable.from([Buffer.from(text)]);
const read = (pool: TextExtractor, text: string) => pool.extract('txt', bytesOf(text));

/** The pool still works: the next document is answered as if nothing had happened. */
async function expectUnaffected(pool: TextExtractor): Promise<void> {
  expect(await read(pool, 'A plain sentence.')).toEqual({
    status: 'indexed',
    title: null,
    pages: null,
    imagePages: [],
    blocks: [{ kind: 'paragraph', text: 'A plain sentence.', headings: [], start: 0, end: 17 }],
  });
}

async function processOf(pool: TextExtractor): Promise<number> {
  const extraction = await read(pool, 'report the process id');
  return extraction.status === 'indexed' ? Number(extraction.title) : 0;
}

describe('a document that breaks its process', () => {
  it.each([
    'crash',
    'write rubbish',
    'write a foreign answer',
    'write wrong offsets',
    'write a reason of its own',
  ])('by "%s" fails, and the next is unaffected', async (behaviour) => {
    const pool = makePool();
    expect(await read(pool, behaviour)).toEqual(crashed);
    await expectUnaffected(pool);
  });

  it('by an endless loop fails after the time limit, and leaves no process', async () => {
    const pool = makePool({ timeoutMs: 2_500 });
    const pid = await processOf(pool);
    expect(await read(pool, 'hang')).toEqual({
      status: 'failed',
      reasons: [{ code: 'timeout' }],
    });
    expect(isAlive(pid)).toBe(false);
    await expectUnaffected(pool);
  });

  it('by filling the heap fails for want of memory', async () => {
    const pool = makePool();
    expect(await read(pool, 'fill the heap')).toEqual(tooMuch);
    await expectUnaffected(pool);
  });

  it.skipIf(!existsSync('/proc/self/status'))(
    'by filling buffers, which no heap limit sees, fails likewise',
    async () => {
      const pool = makePool();
      expect(await read(pool, 'fill buffers')).toEqual(tooMuch);
      await expectUnaffected(pool);
    },
  );

  it.each(['crash after the answer', 'leave an answer behind', 'print'])(
    'by "%s" is itself answered, and so is the next',
    async (behaviour) => {
      const pool = makePool();
      expect(await read(pool, behaviour)).toMatchObject({ status: 'indexed' });
      await expectUnaffected(pool);
      await expectUnaffected(pool);
    },
  );
});

describe('a process', () => {
  it('serves many documents, and is replaced after fifty', async () => {
    const pool = makePool();
    const first = await processOf(pool);
    for (let count = 1; count < 50; count += 1) expect(await processOf(pool)).toBe(first);
    expect(await processOf(pool)).not.toBe(first);
    expect(isAlive(first)).toBe(false);
  });

  it('has no environment, no other files and no eval', async () => {
    const pool = makePool();
    process.env['A_SECRET_OF_THE_PARENT'] = 'secret';
    expect(await read(pool, 'show the environment')).toMatchObject({ title: '[]' });
    delete process.env['A_SECRET_OF_THE_PARENT'];
    expect(await read(pool, 'read a foreign file')).toMatchObject({ title: 'ERR_ACCESS_DENIED' });
    expect(await read(pool, 'evaluate')).toMatchObject({
      title: expect.stringContaining('EvalError'),
    });
  });

  it('is never asked more than the pool allows: documents wait their turn', async () => {
    const pool = makePool({ processes: 2 });
    const pids = await Promise.all(Array.from({ length: 8 }, () => processOf(pool)));
    expect(new Set(pids).size).toBe(2);
  });
});

describe('what is not the fault of a document', () => {
  it('rejects: a source that fails', async () => {
    const pool = makePool();
    const failing = async (): Promise<Readable> =>
      Readable.from(
        (async function* () {
          yield Buffer.from('first');
          throw new Error('the disk is gone');
        })(),
      );
    await expect(pool.extract('txt', failing)).rejects.toThrow('the disk is gone');
    await expect(pool.extract('txt', () => Promise.reject(new Error('no such object')))).rejects.toThrow(
      'no such object',
    );
    await expectUnaffected(pool);
  });

  it('rejects: a process that cannot start', async () => {
    const missing = new URL('./testing/no-such-child.ts', import.meta.url);
    const pool = createExtractionPool(missing, 1, { ...limits, memoryMb: 300 });
    open.push(pool);
    await expect(read(pool, 'A plain sentence.')).rejects.toThrow('did not start');
  });

  it('rejects: a source that stalls, and closes it', async () => {
    const pool = makePool({ timeoutMs: 1_000 });
    const stalled = new Readable({ read: () => {} });
    await expect(pool.extract('txt', async () => stalled)).rejects.toThrow('did not arrive in time');
    expect(stalled.destroyed).toBe(true);
  });

  it('rejects: a signal, while running and while waiting', async () => {
    const pool = makePool();
    const running = new AbortController();
    const waiting = new AbortController();
    const first = pool.extract('txt', bytesOf('hang'), running.signal);
    const second = pool.extract('txt', bytesOf('waits'), waiting.signal);
    waiting.abort(new Error('not needed'));
    await expect(second).rejects.toThrow('not needed');
    running.abort(new Error('stopped'));
    await expect(first).rejects.toThrow('stopped');
    await expectUnaffected(pool);
  });

  it('rejects: closing the pool, which judges no document and leaves no process', async () => {
    const pool = makePool();
    const pid = await processOf(pool);
    const running = pool.extract('txt', bytesOf('hang'));
    const waiting = pool.extract('txt', bytesOf('waits'));
    const both = Promise.allSettled([running, waiting]);
    await pool.close();
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(isAlive(pid)).toBe(false);
    await expect(read(pool, 'late')).rejects.toThrow('closed');
  });
});

it('a document of more than a hundred megabytes is refused while it streams', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'a ');
  const endless = async (): Promise<Readable> => Readable.from(Array.from({ length: 101 }, () => chunk));
  expect(await makePool({ memoryMb: 600 }).extract('txt', endless)).toEqual({
    status: 'failed',
    reasons: [{ code: 'too-large' }],
  });
});

it('a process whose parent is killed ends by itself, even in an endless loop', async () => {
  const parent = spawn(process.execPath, [
    fileURLToPath(new URL('./testing/killed-parent.ts', import.meta.url)),
  ]);
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(String(line));
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // An orphan that nobody has collected yet is dead all the same.
    return (
      !existsSync('/proc/self/status') || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    );
  } catch {
    return false;
  }
}
