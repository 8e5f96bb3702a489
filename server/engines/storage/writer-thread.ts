import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { builtProgram } from '#server/engines/programs/built-program.ts';
import type { WrittenObject } from './encryption.ts';
import { PIECE_BYTES, type Piece } from './pieces.ts';

/** Pieces of an object that are under way at most: one is filled, one encrypted, one waits. */
const MAX_BUFFERS = 3;
const IDLE_TIMEOUT_MS = 30_000;
/** Its garbage is small objects; the large ones are freed at once. */
const MAX_YOUNG_GENERATION_MB = 4;

/** An object whose pieces are hashed, encrypted and written by the thread. */
export interface ThreadWriter {
  /** Resolves to a buffer for the next piece when the thread can take one; rejects once the object has failed. */
  takeBuffer(): Promise<Buffer<ArrayBuffer>>;
  /** Hands over the piece with its memory. */
  add(piece: Piece): void;
  /** Resolves when everything is written. */
  finish(): Promise<WrittenObject>;
  /** Resolves when the thread no longer uses the file, which must not be closed before. Never rejects. */
  release(): Promise<void>;
}

/** Tasks for the object with this number. */
export type WriterTask = { readonly id: number } & (
  | { readonly kind: 'begin'; readonly fd: number; readonly key: KeyObject }
  /** The buffer belongs to the thread until it comes back. */
  | {
      readonly kind: 'piece';
      readonly buffer: ArrayBuffer;
      readonly length: number;
      readonly isFinal: boolean;
    }
  /** Asks for `ended`. */
  | { readonly kind: 'end' }
);

/** Answers of the thread. */
export type WriterReply = { readonly id: number } & (
  | { readonly kind: 'free'; readonly buffer: ArrayBuffer }
  /** The system's code of an error does not pass from thread to thread with it. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined }
  /** The thread no longer uses the file. Without a result after `failed`. */
  | { readonly kind: 'ended'; readonly written: WrittenObject | undefined }
);

type Send = (task: WriterTask, transferred?: ArrayBuffer[]) => void;

interface Session extends ThreadWriter {
  receive(reply: WriterReply): void;
  fail(error: Error): void;
  readonly ended: Promise<WrittenObject | undefined>;
}

interface Thread {
  readonly worker: Worker;
  readonly sessions: Map<number, Session>;
  idleTimer: NodeJS.Timeout | undefined;
}

let thread: Thread | undefined;
let lastId = 0;

/** Begins an object whose bytes the thread writes to an open file; the thread is started for it if none runs. */
export function writeInThread(fd: number, key: KeyObject): ThreadWriter {
  thread ??= startThread();
  const { worker, sessions } = thread;
  const used = thread;
  lastId += 1;
  const id = lastId;
  const send: Send = (task, transferred = []) => worker.postMessage(task, transferred);
  const session = createSession(id, send);
  clearTimeout(used.idleTimer);
  // An idle thread does not keep the process alive, a working one does.
  worker.ref();
  sessions.set(id, session);
  void session.ended.finally(() => {
    sessions.delete(id);
    if (sessions.size === 0) stopWhenIdle(used);
  });
  send({ id, kind: 'begin', fd, key });
  return session;
}

function startThread(): Thread {
  const worker = new Worker(builtProgram(new URL('./writer-worker.ts', import.meta.url)), {
    // Flags of the process, such as those of a script on the command line, are none of the thread's.
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
  });
  const started: Thread = { worker, sessions: new Map(), idleTimer: undefined };
  let reason = new Error('The thread that writes objects stopped.');
  worker.on('message', (reply: WriterReply) => started.sessions.get(reply.id)?.receive(reply));
  worker.on('error', (error: Error) => {
    reason = error;
  });
  worker.on('exit', () => {
    if (thread === started) thread = undefined;
    for (const session of started.sessions.values()) session.fail(reason);
  });
  return started;
}

function stopWhenIdle(idle: Thread): void {
  idle.worker.unref();
  idle.idleTimer = setTimeout(() => {
    if (thread === idle) thread = undefined;
    void idle.worker.terminate();
  }, IDLE_TIMEOUT_MS).unref();
}

function createSession(id: number, send: Send): Session {
  const ended = Promise.withResolvers<WrittenObject | undefined>();
  const free: ArrayBuffer[] = [];
  let buffers = 1; // The first piece brings its own.
  let waiting: PromiseWithResolvers<void> | undefined;
  let failure: Error | undefined;
  let isEnding = false;

  function end(): Promise<WrittenObject | undefined> {
    if (!isEnding) send({ id, kind: 'end' });
    isEnding = true;
    return ended.promise;
  }

  return {
    ended: ended.promise,
    async takeBuffer() {
      if (buffers < MAX_BUFFERS && free.length === 0) {
        buffers += 1;
        return Buffer.allocUnsafeSlow(PIECE_BYTES);
      }
      while (free.length === 0 && !failure) {
        waiting = Promise.withResolvers();
        await waiting.promise;
      }
      if (failure) throw failure;
      return Buffer.from(free.pop() ?? new ArrayBuffer(PIECE_BYTES));
    },
    add({ bytes, isFinal }) {
      const { buffer, length } = bytes;
      send({ id, kind: 'piece', buffer, length, isFinal }, [buffer]);
    },
    async finish() {
      const written = await end();
      if (!written) throw failure ?? new Error('The object was not written.');
      return written;
    },
    release: async () => void (await end()),
    receive(reply) {
      if (reply.kind === 'free') {
        if (reply.buffer.byteLength === PIECE_BYTES) free.push(reply.buffer);
        else buffers -= 1;
      } else if (reply.kind === 'failed') {
        failure ??= Object.assign(new Error(reply.message), reply.code && { code: reply.code });
      } else ended.resolve(reply.written);
      waiting?.resolve();
    },
    fail(error) {
      failure ??= error;
      ended.resolve(undefined);
      waiting?.resolve();
    },
  };
}
