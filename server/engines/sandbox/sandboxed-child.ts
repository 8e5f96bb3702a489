import { Readable } from 'node:stream';
import type { z } from 'zod';
import { feedDocument } from './send-document.ts';
import { frame, readFrames } from './frames.ts';
import { residentMegabytes } from './resident-memory.ts';
import { type ChildProgram, spawnChild } from './spawn-child.ts';

const MEMORY_WATCH_MS = 100;

export interface ChildLimits {
  timeoutMs: number;
  memoryMb: number;
}

/** What a document did to the process that read it. */
export class ChildEnded extends Error {
  readonly problem: 'too-long' | 'too-large' | 'out-of-memory' | 'damaged';

  constructor(problem: ChildEnded['problem'], cause?: unknown) {
    super(`A child process ended: ${problem}`, { cause });
    this.name = 'ChildEnded';
    this.problem = problem;
  }
}

/** What the child sends; it throws ChildEnded where the child breaks off. */
export type ChildFrames = AsyncGenerator<Buffer, never>;

interface Question<T> {
  message: object;
  bytes?: () => Promise<Readable>;
  read(frames: ChildFrames): Promise<T>;
  signal?: AbortSignal;
}

export interface ChildLink {
  /** False once it has ended, or a document has broken it. */
  isHealthy(): boolean;
  /**
   * One question at a time. Rejects with ChildEnded when that is the document's fault, else with what went wrong: no process
   * starts, the source fails or stalls, `read` fails, the signal aborts. After either the child is gone.
   */
  ask<T>(question: Question<T>): Promise<T>;
  /** Resolves when the process is gone from the system. */
  end(): Promise<void>;
}

/** A process that answers questions, within limits of time and memory for each. */
export function startChild(program: ChildProgram, { timeoutMs, memoryMb }: ChildLimits): ChildLink {
  const child = spawnChild(program, memoryMb);
  const frames = readFrames(child.stdout);
  const starting = frames.next().then(
    ({ done }) => !done,
    () => false,
  );
  let isHealthy = true;
  const gone = new Promise<void>((resolve) => {
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
    return gone;
  };

  /** Calls `stop` when the question has taken too long or too much; the function returned ends the watch. */
  function watch(stop: (problem: ChildEnded['problem']) => void): () => void {
    const timer = setTimeout(() => stop('too-long'), timeoutMs);
    const interval = setInterval(() => {
      residentMegabytes(child.pid).then(
        (megabytes) => megabytes > memoryMb && stop('out-of-memory'),
        () => stop('out-of-memory'), // What can't be watched is not left running.
      );
    }, MEMORY_WATCH_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(interval);
    };
  }

  const ask: ChildLink['ask'] = async ({ message, bytes = noBytes, read, signal }) => {
    signal?.throwIfAborted();
    let verdict: ChildEnded['problem'] | undefined;
    const stop = (problem: ChildEnded['problem']): void => {
      verdict ??= problem;
      void end();
    };
    const abort = (): void => stop('damaged');
    signal?.addEventListener('abort', abort);
    const endWatch = watch(stop);
    const over = new AbortController();

    const isStarted = await starting;
    child.stdin.write(frame(JSON.stringify(message)));
    const feeding = feedDocument(child.stdin, bytes, over.signal).catch((error: unknown) => ({ error }));
    // Without all of its bytes the child would wait for ever.
    void feeding.then((fed) => fed === 'whole' || stop(fed === 'too-large' ? 'too-large' : 'damaged'));

    const answer = await read(unbroken(frames)).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    over.abort();
    const fed = await feeding;
    endWatch();
    signal?.removeEventListener('abort', abort);
    if ('value' in answer && fed === 'whole' && verdict === undefined) return answer.value;

    await end();
    signal?.throwIfAborted();
    if (!isStarted) throw new Error('a child process did not start');
    if (typeof fed === 'object') throw fed.error;
    if (fed === 'stopped' && verdict === 'too-long')
      throw new Error('the bytes of a document did not arrive in time');
    const cause = 'error' in answer ? answer.error : undefined;
    if (verdict !== undefined) throw new ChildEnded(verdict, cause);
    // V8 aborts when its heap is full.
    if (child.signalCode === 'SIGABRT') throw new ChildEnded('out-of-memory', cause);
    throw cause instanceof Error ? cause : new ChildEnded('damaged', cause);
  };

  return { isHealthy: () => isHealthy, ask, end };
}

/** A child that a document has turned may say anything, or nothing. */
export function parseFrame<T>(payload: Buffer, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(payload.toString()));
  } catch (cause) {
    throw new ChildEnded('damaged', cause);
  }
}

async function* unbroken(frames: AsyncGenerator<Buffer, undefined>): ChildFrames {
  for (;;) {
    const next = await frames.next().catch((cause: unknown) => {
      throw new ChildEnded('damaged', cause);
    });
    if (next.done) throw new ChildEnded('damaged');
    yield next.value;
  }
}

async function noBytes(): Promise<Readable> {
  return Readable.from([]);
}
