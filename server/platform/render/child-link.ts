import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { feedDocument } from '../text/feed-document.ts';
import { frame, readFrames } from '../text/frames.ts';
import { residentMegabytes } from '../text/resident-memory.ts';
import { spawnChild } from '../text/spawn-child.ts';

const HERE = new URL('.', import.meta.url);
const MEMORY_WATCH_MS = 100;

export interface ChildLimits {
  timeoutMs: number;
  memoryMb: number;
}

/** Why a child was ended, or ended itself, before it had answered. */
export class ChildEnded extends Error {
  readonly problem: 'too-long' | 'too-large' | 'damaged';

  constructor(problem: ChildEnded['problem'], cause?: unknown) {
    super(`A child process ended: ${problem}`, { cause });
    this.name = 'ChildEnded';
    this.problem = problem;
  }
}

interface Question<Said, T> {
  message: object;
  bytes?: () => Promise<Readable>;
  reply: z.ZodType<Said>;
  /** Takes what the child sends after its reply. */
  receive(said: Said, bytes: AsyncIterable<Buffer>): Promise<T>;
}

export interface ChildLink {
  isHealthy(): boolean;
  /**
   * One question at a time. Rejects with ChildEnded when that is the document's fault, else with what went wrong; after either
   * the child is gone.
   */
  ask<Said, T>(question: Question<Said, T>): Promise<T>;
  /** Resolves when the process is gone from the system. */
  end(): Promise<void>;
}

/** A process that answers questions, within limits of time and memory for each. */
export function startChild(file: URL, { timeoutMs, memoryMb }: ChildLimits): ChildLink {
  const child = spawnChild(file, memoryMb, { addons: true, folder: HERE });
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

  async function* readBytes(): AsyncGenerator<Buffer> {
    for (let next = await frames.next(); ; next = await frames.next()) {
      if (next.done) throw new ChildEnded('damaged');
      if (next.value.length === 0) return;
      yield next.value;
    }
  }

  async function readReply<Said>(reply: z.ZodType<Said>): Promise<Said> {
    try {
      const head = await frames.next();
      return reply.parse(JSON.parse(String(head.value)));
    } catch (cause) {
      // A child that a document has turned may say anything, or nothing.
      throw new ChildEnded('damaged', cause);
    }
  }

  const ask: ChildLink['ask'] = async ({ message, bytes, reply, receive }) => {
    let verdict: ChildEnded['problem'] | undefined;
    const stop = (problem: ChildEnded['problem']): void => {
      verdict ??= problem;
      void end();
    };
    const timer = setTimeout(() => stop('too-long'), timeoutMs);
    const watch = setInterval(() => {
      residentMegabytes(child.pid).then(
        (megabytes) => megabytes > memoryMb && stop('too-large'),
        () => stop('too-large'), // What can't be watched is not left running.
      );
    }, MEMORY_WATCH_MS);
    const over = new AbortController();
    let isStarted = false;
    try {
      isStarted = await starting;
      child.stdin.write(frame(JSON.stringify(message)));
      const feeding = bytes
        ? feedDocument(child.stdin, bytes, over.signal)
        : Promise.resolve(child.stdin.write(frame(''))).then(() => 'whole' as const);
      // Without all of its bytes the child would wait for ever.
      const fed = feeding.then(
        (how) => how === 'whole' || stop(how === 'too-large' ? 'too-large' : 'damaged'),
        (error: unknown) => {
          stop('damaged');
          return { error };
        },
      );
      const reading = readReply(reply).then((said) => receive(said, readBytes()));
      const answer = await reading.catch(async (error: unknown) => {
        over.abort();
        const source = await fed;
        throw typeof source === 'object' ? source.error : error;
      });
      if (verdict !== undefined) throw new ChildEnded(verdict);
      return answer;
    } catch (error) {
      await end();
      if (!isStarted) throw new Error('the process that draws pages did not start', { cause: error });
      if (verdict !== undefined && verdict !== 'damaged') throw new ChildEnded(verdict, error);
      // V8 aborts when its heap is full.
      if (error instanceof ChildEnded && child.signalCode === 'SIGABRT') throw new ChildEnded('too-large');
      throw error;
    } finally {
      over.abort();
      clearTimeout(timer);
      clearInterval(watch);
    }
  };

  return { isHealthy: () => isHealthy, ask, end };
}
