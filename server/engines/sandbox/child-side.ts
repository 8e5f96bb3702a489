import { Console } from 'node:console';
import { createContext, Script } from 'node:vm';
import { encodeFrame, readFrames, readPayload } from './frames.ts';

/** Frames are written in batches of about this many bytes, since each write blocks until the parent has room. */
const BATCH_BYTES = 64 * 1024;

/** Answers requests (a message and its bytes) with frames, one after another, until the parent closes the pipe. */
export async function serveRequests(
  answer: (message: unknown, bytes: Buffer) => Promise<Iterable<Uint8Array | string>>,
): Promise<void> {
  // The output of libraries must not appear among the frames.
  globalThis.console = new Console(process.stderr);
  // Reports that the program has started: failures before this are not the document's fault.
  process.stdout.write(encodeFrame(''));
  const frames = readFrames(process.stdin);
  for (let head = await frames.next(); !head.done; head = await frames.next()) {
    const message: unknown = JSON.parse(head.value.toString());
    writeFrames(await answer(message, await readPayload(frames)));
  }
}

function writeFrames(payloads: Iterable<Uint8Array | string>): void {
  let batch: Buffer[] = [];
  let size = 0;
  const flush = (): void => {
    process.stdout.write(Buffer.concat(batch));
    batch = [];
    size = 0;
  };
  for (const payload of payloads) {
    const bytes = encodeFrame(payload);
    if (bytes.length >= BATCH_BYTES) {
      // Large enough to be sent alone, without another copy.
      flush();
      process.stdout.write(bytes);
      continue;
    }
    batch.push(bytes);
    size += bytes.length;
    if (size >= BATCH_BYTES) flush();
  }
  flush();
}

const call = new Script('work()');

/** Work that was ended because it took too long. */
export class TimeoutExceededError extends Error {
  constructor() {
    super('The work took too long');
    this.name = 'TimeoutExceededError';
  }
}

/**
 * Runs synchronous work, and ends it when it takes too long, even in an endless loop. The parent kills a process
 * that is late as well; this also works after the parent is gone, so that no orphan runs forever.
 */
export function runWithTimeout<T>(work: () => T, timeoutMs: number): T {
  let result: { value: T } | undefined;
  const context = createContext({
    work: () => {
      result = { value: work() };
    },
  });
  try {
    call.runInContext(context, { timeout: timeoutMs });
  } catch (error) {
    const isLate = error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isLate ? new TimeoutExceededError() : error;
  }
  if (!result) throw new Error('the work was not done');
  return result.value;
}
