import { constants } from 'node:os';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { countFailedChild } from './child-counts.ts';
import { encodeFrame, readFrames } from './frames.ts';
import { detectLauncher, type Launcher, type SandboxLevel } from './launcher.ts';
import { findSandboxableProgram, isSandboxableProgram, runSandboxed } from './sandboxed-program.ts';
import { sendDocument } from './send-document.ts';
import { type Child, type ChildProgram, spawnChild } from './spawn-child.ts';
import { waitForExit } from './spawner/start-process.ts';
import { currentSpawner, startSpawner } from './spawner/start-spawner.ts';
import { type ChildLimits, watchLimits } from './watch-limits.ts';

export type { SandboxLevel } from './launcher.ts';
export type { OutputFile, SandboxedCommand, SandboxOptions } from './run-in-namespaces.ts';
export type { ChildLimits } from './watch-limits.ts';

/** Runs installed programs on one document each, without network and without access to anything else. */
export const programs = {
  find: findSandboxableProgram,
  isUsable: isSandboxableProgram,
  run: runSandboxed,
} as const;

/** Has child processes started by a small process from now on, if they are not. Call it while this process has little memory. */
export async function prepareChildProcesses(): Promise<void> {
  if (!(await currentSpawner())) await startSpawner();
}

/** Returns the level at which child processes run on this system. */
export async function detectSandboxLevel(): Promise<SandboxLevel> {
  return (await detectLauncher()).level;
}

/** Reports how a document made its process fail. */
export class ChildFailedError extends Error {
  readonly problem: 'too-long' | 'too-large' | 'out-of-memory' | 'damaged';

  constructor(problem: ChildFailedError['problem'], cause?: unknown) {
    super(`A child process ended: ${problem}`, { cause });
    this.name = 'ChildFailedError';
    this.problem = problem;
  }
}

/** Frames from the child; throws ChildFailedError if the child ends too early. */
export type ReplyFrames = AsyncGenerator<Buffer, never>;

interface ChildRequest<T> {
  message: object;
  bytes?: () => Promise<Readable>;
  read(frames: ReplyFrames): Promise<T>;
  signal?: AbortSignal;
}

/** The end of a request: the reply or the error of its reader, and how far the document was sent. */
interface RequestOutcome<T> {
  readonly reply: { readonly value: T } | { readonly error: unknown };
  readonly sent: 'whole' | 'too-large' | 'stopped' | { readonly error: unknown };
  readonly problem: ChildFailedError['problem'] | undefined;
}

/** The exit code of a shell whose program aborted, as V8 does when its heap is full. */
const ABORTED = 128 + constants.signals.SIGABRT;

/** A process that answers requests, with limits of time and memory for each. */
export class SandboxedChild {
  readonly #limits: ChildLimits;
  readonly #process: Promise<Child>;
  readonly #connection: Promise<{ frames: AsyncGenerator<Buffer, undefined>; isStarted: boolean }>;
  readonly #exited: Promise<void>;
  #isHealthy = true;

  constructor(program: ChildProgram, limits: ChildLimits, launcher: Promise<Launcher> = detectLauncher()) {
    this.#limits = limits;
    this.#process = launcher.then((found) => spawnChild(program, limits.memoryMb, found));
    this.#connection = this.#process.then(connect);
    this.#exited = this.#process.then(waitForExit).then(
      () => this.#setBroken(),
      () => this.#setBroken(),
    );
    this.#connection.catch(() => {}); // A request reports it.
  }

  /** Returns false once the process has ended, or a document has broken it. */
  isHealthy(): boolean {
    return this.#isHealthy;
  }

  /** Resolves when the process is gone from the system. */
  end(): Promise<void> {
    this.#setBroken();
    this.#process.then(
      (process) => process.kill('SIGKILL'),
      () => {},
    );
    return this.#exited;
  }

  /**
   * Sends one request at a time. Rejects with ChildFailedError if that is the document's fault, otherwise with the cause: no
   * process starts, the source fails or stalls, `read` fails, the signal aborts. After either the child is gone.
   */
  async request<T>(request: ChildRequest<T>): Promise<T> {
    const { signal } = request;
    signal?.throwIfAborted();
    let problem: RequestOutcome<T>['problem'];
    const stop = (found: ChildFailedError['problem']): void => {
      problem ??= found;
      void this.end();
    };
    const abort = (): void => stop('damaged');
    signal?.addEventListener('abort', abort);
    const endWatch = watchLimits(this.#process, this.#connection, this.#limits, stop);
    const outcome = await this.#exchange(request, stop).finally(() => {
      endWatch();
      signal?.removeEventListener('abort', abort);
    });
    const { reply, sent } = outcome;
    if ('value' in reply && sent === 'whole' && problem === undefined) return reply.value;

    await this.end();
    signal?.throwIfAborted();
    if (!(await this.#connection).isStarted) throw new Error('a child process did not start');
    if ((await this.#process).isLost)
      throw new Error('a child process ended with the process that started it');
    problem ??= hasAborted(await this.#process) ? 'out-of-memory' : undefined;
    if (problem !== undefined) countFailedChild(problem);
    throw toError({ reply, sent, problem });
  }

  /** Sends a request and its bytes while its reply is read. */
  async #exchange<T>(
    { message, bytes = openEmptyStream, read }: ChildRequest<T>,
    stop: (problem: ChildFailedError['problem']) => void,
  ): Promise<Pick<RequestOutcome<T>, 'reply' | 'sent'>> {
    const { stdin } = await this.#process;
    const { frames } = await this.#connection;
    const ended = new AbortController();
    stdin.write(encodeFrame(JSON.stringify(message)));
    const sending = sendDocument(stdin, bytes, ended.signal).catch((error: unknown) => ({ error }));
    // The child would wait forever without all of its bytes.
    void sending.then((sent) => sent === 'whole' || stop(sent === 'too-large' ? 'too-large' : 'damaged'));
    const reply = await read(failWhenChildEnds(frames)).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    ended.abort();
    return { reply, sent: await sending };
  }

  #setBroken(): void {
    this.#isHealthy = false;
  }
}

/** Parses a frame of a child, which may send anything or nothing when a malicious document controls it. */
export function parseFrame<T>(payload: Buffer, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(payload.toString()));
  } catch (cause) {
    throw new ChildFailedError('damaged', cause);
  }
}

/** Waits for the frame that reports the start of the program. */
async function connect({ stdin, stdout }: Child) {
  // Writing to a dead process is an error of the pipe; the missing reply reports it.
  stdin.on('error', () => {});
  const frames = readFrames(stdout);
  const isStarted = await frames.next().then(
    ({ done }) => !done,
    () => false,
  );
  return { frames, isStarted };
}

const hasAborted = ({ signalCode, exitCode }: Child): boolean =>
  signalCode === 'SIGABRT' || exitCode === ABORTED;

function toError({ reply, sent, problem }: RequestOutcome<unknown>): unknown {
  if (typeof sent === 'object') return sent.error;
  if (sent === 'stopped' && problem === 'too-long')
    return new Error('the bytes of a document did not arrive in time');
  const cause = 'error' in reply ? reply.error : undefined;
  if (problem !== undefined) return new ChildFailedError(problem, cause);
  return cause instanceof Error ? cause : new ChildFailedError('damaged', cause);
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

const openEmptyStream = async (): Promise<Readable> => Readable.from([]);
