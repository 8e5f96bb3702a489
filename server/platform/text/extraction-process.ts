import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { DocumentType, Extraction } from './block.ts';
import type { DocumentLimits } from './extract-document.ts';
import { feedDocument } from './feed-document.ts';
import { frame, readFrames } from './frames.ts';
import { readReply } from './protocol.ts';
import { residentMegabytes } from './resident-memory.ts';
import { spawnChild } from './spawn-child.ts';
import { TOO_LONG } from './within-time.ts';

const MEMORY_WATCH_MS = 100;

export const TOO_MUCH_MEMORY = 'This file needs too much memory to be read.';
export const CRASHED = 'This file stopped the reader and cannot be read.';
const TOO_LARGE = 'This file is too large to be read for search.';

export interface ProcessLimits extends DocumentLimits {
  memoryMb: number;
}

export interface ExtractionProcess {
  /** Documents that it has answered. */
  served(): number;
  /** False once it has ended, or a document has broken it. */
  isHealthy(): boolean;
  /** Rejects only for what is no document's fault: no process starts, the source fails or stalls, the signal aborts. */
  run(type: DocumentType, bytes: () => Promise<Readable>, signal: AbortSignal): Promise<Extraction>;
  /** Resolves when the process is gone from the system. */
  end(): Promise<void>;
}

export function startExtractionProcess(file: URL, limits: ProcessLimits): ExtractionProcess {
  const child = spawnChild(file, limits.memoryMb);
  const frames = readFrames(child.stdout);
  const starting = frames.next().then(
    ({ done }) => !done,
    () => false,
  );
  let isHealthy = true;
  let served = 0;
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

  const run: ExtractionProcess['run'] = async (type, bytes, signal) => {
    signal.throwIfAborted();
    let verdict: string | undefined;
    const stop = (reason: string): void => {
      verdict ??= reason;
      void end();
    };
    const abort = (): void => stop(CRASHED);
    signal.addEventListener('abort', abort);
    const timer = setTimeout(() => stop(TOO_LONG), limits.timeoutMs);
    const watch = setInterval(() => {
      residentMegabytes(child.pid).then(
        (megabytes) => {
          if (megabytes > limits.memoryMb) stop(TOO_MUCH_MEMORY);
        },
        () => stop(TOO_MUCH_MEMORY), // What can't be watched is not left running.
      );
    }, MEMORY_WATCH_MS);

    const { maxInflated, maxText, timeoutMs } = limits;
    const request = { id: randomUUID(), type, maxInflated, maxText, timeoutMs };
    const over = new AbortController();
    const isStarted = await starting;
    child.stdin.write(frame(JSON.stringify(request)));
    const feeding = feedDocument(child.stdin, bytes, over.signal).catch((error: unknown) => ({ error }));
    // Without all of its bytes the child would wait for ever.
    void feeding.then((fed) => fed === 'whole' || stop(fed === 'too-large' ? TOO_LARGE : CRASHED));

    const reply = await readReply(frames, request).catch(() => undefined);
    over.abort();
    const fed = await feeding;
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
    if (reply && fed === 'whole' && verdict === undefined) {
      served += 1;
      return reply;
    }
    await end();
    signal.throwIfAborted();
    if (!isStarted) throw new Error('the process that reads documents did not start');
    if (typeof fed === 'object') throw fed.error;
    if (fed === 'stopped' && verdict === TOO_LONG)
      throw new Error('the bytes of a document did not arrive in time');
    // V8 aborts when its heap is full.
    const reason = verdict ?? (child.signalCode === 'SIGABRT' ? TOO_MUCH_MEMORY : CRASHED);
    return { status: 'failed', reason };
  };

  return { served: () => served, isHealthy: () => isHealthy, run, end };
}
