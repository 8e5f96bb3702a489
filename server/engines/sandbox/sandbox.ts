import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { encodeFrame, readFrames } from './frames.ts';
import { findSandboxableProgram, isSandboxableProgram, runSandboxed } from './sandboxed-program.ts';
import { sendDocument } from './send-document.ts';
import { type ChildProgram, spawnChild } from './spawn-child.ts';

/**
 * Megabytes that a process holds, wasm and buffers included, which V8's own limit does not see. Only Linux tells (/proc);
 * elsewhere the answer is 0 and the heap limit stands alone.
 */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export type { OutputFile, SandboxedCommand, SandboxOptions } from './sandboxed-program.ts';

/** Runs programs of the machine on one document each, without network and without access to anything else. */
export const programs = {
  find: findSandboxableProgram,
  isUsable: isSandboxableProgram,
  run: runSandboxed,
} as const;

const MEMORY_CHECK_INTERVAL_MS = 100;

export interface ChildLimits {
  timeoutMs: number;
  memoryMb: number;
}

/** What a document did to the process that read it. */
export class ChildFailedError extends Error {
  readonly problem: 'too-long' | 'too-large' | 'out-of-memory' | 'damaged';

  constructor(problem: ChildFailedError['problem'], cause?: unknown) {
    super(`A child process ended: ${problem}`, { cause });
    this.name = 'ChildFailedError';
    this.problem = problem;
  }
}

/** What the child sends; it throws ChildEnded where the child breaks off. */
export type ReplyFrames = AsyncGenerator<Buffer, never>;

interface ChildRequest<T> {
  message: object;
  bytes?: () => Promise<Readable>;
  read(frames: ReplyFrames): Promise<T>;
  signal?: AbortSignal;
}

export interface SandboxedChild {
  /** False once it has ended, or a document has broken it. */
  isHealthy(): boolean;
  /**
   * One question at a time. Rejects with ChildEnded when that is the document's fault, else with what went wrong: no process
   * starts, the source fails or stalls, `read` fails, the signal aborts. After either the child is gone.
   */
  request<T>(question: ChildRequest<T>): Promise<T>;
  /** Resolves when the process is gone from the system. */
  end(): Promise<void>;
}

/** A process that answers questions, within limits of time and memory for each. */
export function startSandboxedChild(
  program: ChildProgram,
  { timeoutMs, memoryMb }: ChildLimits,
): SandboxedChild {
  const child = spawnChild(program, memoryMb);
  const frames = readFrames(child.stdout);
  const starting = frames.next().then(
    ({ done }) => !done,
    () => false,
  );
  let isHealthy = true;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // A process that could not even be started emits no exit.
    child.once('error', () => resolve());
  }).then(() => {
    isHealthy = false;
  });
  // Writing to a process that has died is an error of the pipe; the missing reply tells of it.
  child.stdin.on('error', () => {});

  const end = (): Promise<void> => {
    isHealthy = false;
    child.kill('SIGKILL');
    return exited;
  };

  /** Calls `stop` when the question has taken too long or too much; the function returned ends the watch. */
  function watch(stop: (problem: ChildFailedError['problem']) => void): () => void {
    const timer = setTimeout(() => stop('too-long'), timeoutMs);
    const interval = setInterval(() => {
      residentMegabytes(child.pid).then(
        (megabytes) => megabytes > memoryMb && stop('out-of-memory'),
        () => stop('out-of-memory'), // What can't be watched is not left running.
      );
    }, MEMORY_CHECK_INTERVAL_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(interval);
    };
  }

  const ask: SandboxedChild['request'] = async ({ message, bytes = openEmptyStream, read, signal }) => {
    signal?.throwIfAborted();
    let failure: ChildFailedError['problem'] | undefined;
    const stop = (problem: ChildFailedError['problem']): void => {
      failure ??= problem;
      void end();
    };
    const abort = (): void => stop('damaged');
    signal?.addEventListener('abort', abort);
    const endWatch = watch(stop);
    const over = new AbortController();

    const isStarted = await starting;
    child.stdin.write(encodeFrame(JSON.stringify(message)));
    const feeding = sendDocument(child.stdin, bytes, over.signal).catch((error: unknown) => ({ error }));
    // Without all of its bytes the child would wait for ever.
    void feeding.then((fed) => fed === 'whole' || stop(fed === 'too-large' ? 'too-large' : 'damaged'));

    const answer = await read(failWhenChildEnds(frames)).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    over.abort();
    const fed = await feeding;
    endWatch();
    signal?.removeEventListener('abort', abort);
    if ('value' in answer && fed === 'whole' && failure === undefined) return answer.value;

    await end();
    signal?.throwIfAborted();
    if (!isStarted) throw new Error('a child process did not start');
    if (typeof fed === 'object') throw fed.error;
    if (fed === 'stopped' && failure === 'too-long')
      throw new Error('the bytes of a document did not arrive in time');
    const cause = 'error' in answer ? answer.error : undefined;
    if (failure !== undefined) throw new ChildFailedError(failure, cause);
    // V8 aborts when its heap is full.
    if (child.signalCode === 'SIGABRT') throw new ChildFailedError('out-of-memory', cause);
    throw cause instanceof Error ? cause : new ChildFailedError('damaged', cause);
  };

  return { isHealthy: () => isHealthy, request: ask, end };
}

/** A child that a document has turned may say anything, or nothing. */
export function parseFrame<T>(payload: Buffer, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(payload.toString()));
  } catch (cause) {
    throw new ChildFailedError('damaged', cause);
  }
}

async function* failWhenChildEnds(frames: AsyncGenerator<Buffer, undefined>): ReplyFrames {
  for (;;) {
    const next = await frames.next().catch((cause: unknown) => {
      throw new ChildFailedError('damaged', cause);
    });
    if (next.done) throw new ChildFailedError('damaged');
    yield next.value;
  }
}

async function openEmptyStream(): Promise<Readable> {
  return Readable.from([]);
}
