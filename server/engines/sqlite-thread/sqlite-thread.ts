import { Worker } from 'node:worker_threads';
import { markUnavailable } from '#server/app/errors.ts';
import { yieldToEventLoop } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { builtProgram } from '#server/engines/programs/built-program.ts';

const STOPPED = 'The thread that reads the database stopped.';
const IDLE_TIMEOUT_MS = 30_000;
const MAX_OLD_GENERATION_MB = 256;
const MAX_YOUNG_GENERATION_MB = 16;

/** A row by its columns. */
export type SqliteRow = Readonly<Record<string, unknown>>;

/** A statement that only reads; fails where it would write. */
export interface SqliteTask {
  readonly id: number;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

export type SqliteReply = { readonly id: number } & (
  | { readonly kind: 'rows'; readonly rows: readonly SqliteRow[] }
  /** The code of an error does not pass from thread to thread with it. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined }
);

/** A thread with a connection of its own to an SQLite database, which runs one statement after the other. */
export interface SqliteThread {
  /** Resolves to the rows, in which blobs are of type `Uint8Array`. Sees what was committed when the statement begins. */
  run(text: string, parameters: readonly unknown[]): Promise<readonly SqliteRow[]>;
  /** Ends the thread. Statements that have not ended are rejected. */
  close(): Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, PromiseWithResolvers<readonly SqliteRow[]>>;
}

/** Starts the thread; `onExit` gets why it ended. */
function startWorker(
  file: string,
  { onReply, onExit }: { onReply: (reply: SqliteReply) => void; onExit: (reason: Error) => void },
): Worker {
  const worker = new Worker(builtProgram(new URL('./sqlite-worker.ts', import.meta.url)), {
    workerData: { file },
    // The thread does not inherit the flags of the process, such as those of a script on the command line.
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_OLD_GENERATION_MB,
      maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB,
    },
  });
  let reason = new Error(STOPPED);
  worker.on('message', onReply);
  worker.on('error', (error: Error) => {
    reason = error;
  });
  worker.on('messageerror', (error: Error) => {
    reason = error;
    void worker.terminate();
  });
  worker.on('exit', () => onExit(reason));
  return worker;
}

function answer({ waiting }: Thread, reply: SqliteReply): void {
  const statement = waiting.get(reply.id);
  waiting.delete(reply.id);
  if (reply.kind === 'rows') statement?.resolve(reply.rows);
  else statement?.reject(Object.assign(new Error(reply.message), { code: reply.code }));
}

/**
 * Opens a database for statements that take longer than requests may wait for each other. The thread is started with the first
 * one, and ends once none has come for 30 seconds. The database must be in WAL mode: a reader would keep its writer waiting
 * otherwise.
 */
export function openSqliteThread(file: string): SqliteThread {
  let thread: Thread | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function start(): Thread {
    const started: Thread = {
      worker: startWorker(file, {
        onReply: (reply) => settle(started, reply),
        onExit(reason) {
          if (thread === started) thread = undefined;
          // The next statement starts a new thread: one statement may have used up the memory of this one.
          markUnavailable(reason);
          for (const { reject } of started.waiting.values()) reject(reason);
        },
      }),
      waiting: new Map(),
    };
    return started;
  }

  function settle(asked: Thread, reply: SqliteReply): void {
    answer(asked, reply);
    if (asked.waiting.size > 0) return;
    // An idle thread does not keep the process alive, a working one does.
    asked.worker.unref();
    idleTimer = setTimeout(() => void end(), IDLE_TIMEOUT_MS).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idleTimer);
    const ended = thread;
    thread = undefined;
    await ended?.worker.terminate();
  }

  return {
    async run(text, parameters) {
      if (isClosed) throw new Error('The database is closed.');
      // The start alone takes this thread as long as requests may wait.
      if (!thread) await yieldToEventLoop();
      if (isClosed) throw new Error(STOPPED);
      clearTimeout(idleTimer);
      thread ??= start();
      thread.worker.ref();
      lastId += 1;
      const statement = Promise.withResolvers<readonly SqliteRow[]>();
      thread.worker.postMessage({ id: lastId, text, parameters } satisfies SqliteTask);
      thread.waiting.set(lastId, statement);
      return statement.promise;
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}
