import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listProcessTree } from '#server/engines/sandbox/watch-limits.ts';
import { ExtractionPool } from './extraction-pool.ts';
import { limits } from './testing/expect-blocks.ts';

const child = new URL('./testing/misbehaving-child.ts', import.meta.url);
/** The launcher, the first process of the namespaces and Node. */
const PROCESSES_PER_CHILD = 3;
const crashed = { status: 'failed', reasons: [{ code: 'crashed' }] };
const tooMuch = { status: 'failed', reasons: [{ code: 'out-of-memory' }] };

const open: ExtractionPool[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

function makePool({ processes = 1, timeoutMs = 15_000, memoryMb = 300 } = {}): ExtractionPool {
  const pool = new ExtractionPool(child, processes, { ...limits, timeoutMs, memoryMb });
  open.push(pool);
  return pool;
}

const bytesOf = (text: string) => async (): Promise<Readable> => Readable.from([Buffer.from(text)]);
const read = (pool: ExtractionPool, text: string, owner = 'ann') =>
  pool.extract({ owner, type: 'txt', bytes: bytesOf(text) });
const documentFrom = (bytes: () => Promise<Readable>) => ({ owner: 'ann', type: 'txt', bytes }) as const;

/** The pool still works: the next document is answered as if nothing had happened. */
async function expectUnaffected(pool: ExtractionPool): Promise<void> {
  expect(await read(pool, 'A plain sentence.')).toEqual({
    status: 'indexed',
    title: null,
    pages: null,
    imagePages: [],
    blocks: [{ kind: 'paragraph', text: 'A plain sentence.', headings: [], start: 0, end: 17 }],
  });
}

async function processOf(pool: ExtractionPool, owner?: string): Promise<string> {
  const extraction = await read(pool, 'name the process', owner);
  return extraction.status === 'indexed' ? (extraction.title ?? '') : '';
}

/** Lists the processes of a test's pools on systems that report them. */
function listChildren(parent = process.pid): number[] {
  return listProcessTree(parent).filter((pid) => /--permission.*misbehaving-child/s.test(commandOf(pid)));
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // It has just ended.
  }
};

describe('documents that break their process', () => {
  const name = 'a document that breaks its process by "%s" fails, and the next one succeeds';
  async function expectFailure(behaviour: string): Promise<void> {
    const pool = makePool();
    expect(await read(pool, behaviour)).toEqual(crashed);
    await expectUnaffected(pool);
  }
  it.each(['crash'])(name, expectFailure);
  it.each(['write rubbish', 'write a foreign answer', 'write wrong offsets', 'write a reason of its own'])(
    name,
    { tags: ['full'] },
    expectFailure,
  );

  it('an endless loop fails after the time limit and leaves no process', async () => {
    const pool = makePool({ timeoutMs: 5_000 });
    expect(await read(pool, 'hang')).toEqual({
      status: 'failed',
      reasons: [{ code: 'timeout' }],
    });
    await expectNoProcess();
    await expectUnaffected(pool);
  });

  it('a full heap fails because of the memory limit', async () => {
    const pool = makePool();
    expect(await read(pool, 'fill the heap')).toEqual(tooMuch);
    await expectUnaffected(pool);
  });

  it.skipIf(!existsSync('/proc/self/status'))(
    'full buffers, which no heap limit covers, fail because of the memory limit',
    async () => {
      const pool = makePool();
      expect(await read(pool, 'fill buffers')).toEqual(tooMuch);
      await expectUnaffected(pool);
    },
  );

  const unharmed = 'a document and the next one succeed despite "%s"';
  async function expectSuccess(behaviour: string): Promise<void> {
    const pool = makePool();
    expect(await read(pool, behaviour)).toMatchObject({ status: 'indexed' });
    await expectUnaffected(pool);
    await expectUnaffected(pool);
  }
  it.each(['crash after the answer'])(unharmed, expectSuccess);
  it.each(['leave an answer behind', 'print'])(unharmed, { tags: ['full'] }, expectSuccess);
});

describe('extraction processes', () => {
  it('a process extracts many documents and is replaced after fifty', async () => {
    const pool = makePool();
    const first = await processOf(pool);
    for (let count = 1; count < 50; count += 1) expect(await processOf(pool)).toBe(first);
    expect(await processOf(pool)).not.toBe(first);
    expect(listChildren().length).toBeLessThanOrEqual(PROCESSES_PER_CHILD);
  });

  it('a process is never reused for a document of another owner', async () => {
    const pool = makePool();
    const first = await processOf(pool, 'ann');
    expect(await processOf(pool, 'ann')).toBe(first);
    expect(await processOf(pool, 'ben')).not.toBe(first);
    // One process is allowed at a time, so the idle one of the first owner was ended.
    expect(await processOf(pool, 'ann')).not.toBe(first);
  });

  it('a process has no environment, no other files and no eval', async () => {
    const pool = makePool();
    process.env['A_SECRET_OF_THE_PARENT'] = 'secret';
    expect(await read(pool, 'show the environment')).toMatchObject({ title: '["HOME"]' });
    delete process.env['A_SECRET_OF_THE_PARENT'];
    expect(await read(pool, 'read a foreign file')).toMatchObject({ title: 'ERR_ACCESS_DENIED' });
    expect(await read(pool, 'evaluate')).toMatchObject({
      title: expect.stringContaining('EvalError'),
    });
  });

  it('documents wait while the pool is at its limit', async () => {
    const pool = makePool({ processes: 2 });
    const pids = await Promise.all(Array.from({ length: 8 }, () => processOf(pool)));
    expect(new Set(pids).size).toBe(2);
  });
});

describe('failures that are not caused by a document', () => {
  it('a failing source rejects', async () => {
    const pool = makePool();
    const failing = async (): Promise<Readable> =>
      Readable.from(
        (async function* () {
          yield Buffer.from('first');
          throw new Error('the disk is gone');
        })(),
      );
    await expect(pool.extract(documentFrom(failing))).rejects.toThrow('the disk is gone');
    await expect(
      pool.extract(documentFrom(() => Promise.reject(new Error('no such object')))),
    ).rejects.toThrow('no such object');
    await expectUnaffected(pool);
  });

  it('a process that cannot start rejects', async () => {
    const missing = new URL('./testing/no-such-child.ts', import.meta.url);
    const pool = new ExtractionPool(missing, 1, { ...limits, memoryMb: 300 });
    open.push(pool);
    await expect(read(pool, 'A plain sentence.')).rejects.toThrow('did not start');
  });

  it('a stalled source rejects and is closed', { tags: ['full'] }, async () => {
    const pool = makePool({ timeoutMs: 4_000 });
    const stalled = new Readable({ read: () => {} });
    await expect(pool.extract(documentFrom(async () => stalled))).rejects.toThrow('did not arrive in time');
    expect(stalled.destroyed).toBe(true);
  });

  it('a signal rejects, while running and while waiting', async () => {
    const pool = makePool();
    const running = new AbortController();
    const waiting = new AbortController();
    const first = pool.extract(documentFrom(bytesOf('hang')), running.signal);
    const second = pool.extract(documentFrom(bytesOf('waits')), waiting.signal);
    waiting.abort(new Error('not needed'));
    await expect(second).rejects.toThrow('not needed');
    running.abort(new Error('stopped'));
    await expect(first).rejects.toThrow('stopped');
    await expectUnaffected(pool);
  });

  it('closing the pool rejects waiting documents and leaves no process', async () => {
    const pool = makePool();
    await processOf(pool);
    const running = pool.extract(documentFrom(bytesOf('hang')));
    const waiting = pool.extract(documentFrom(bytesOf('waits')));
    const both = Promise.allSettled([running, waiting]);
    await pool.close();
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expectNoProcess();
    await expect(read(pool, 'late')).rejects.toThrow('closed');
  });
});

it('a document of more than a hundred megabytes is refused while it streams', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'a ');
  const endless = async (): Promise<Readable> => Readable.from(Array.from({ length: 101 }, () => chunk));
  expect(await makePool({ timeoutMs: 45_000, memoryMb: 600 }).extract(documentFrom(endless))).toEqual({
    status: 'failed',
    reasons: [{ code: 'too-large' }],
  });
});

it('a process whose parent is killed ends by itself, even in an endless loop', async () => {
  const parent = spawn(process.execPath, [
    fileURLToPath(new URL('./testing/killed-parent.ts', import.meta.url)),
  ]);
  await once(parent.stdout, 'data');
  const children = listChildren(parent.pid);
  if (existsSync('/proc/self/status')) expect(children).not.toEqual([]);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]), { timeout: 20_000 });
});

/** The kernel ends the processes of a namespace with its first one, a moment later. */
const expectNoProcess = () => vi.waitFor(() => expect(listChildren()).toEqual([]));

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
