import { Worker } from 'node:worker_threads';
import type { GuessEstimation, KeyDerivation } from './password-worker.ts';

const IDLE_TIMEOUT_MS = 30_000;

interface IdleThread {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}

/** The thread that was used last is used next, so that a quiet server keeps one thread and then none. */
const idleThreads: IdleThread[] = [];

/**
 * Derives the tag of a password in a thread of its own: libuv's threads, which `crypto.argon2` would use, are left to the
 * reads and writes of files.
 */
export const deriveInThread = (task: KeyDerivation): Promise<Uint8Array> => runInThread<Uint8Array>(task);

/** Estimates how many guesses find a password. */
export const estimateGuessesInThread = (task: GuessEstimation): Promise<number> => runInThread<number>(task);

/** Starts as many threads as there are simultaneous calls. */
async function runInThread<Reply>(task: KeyDerivation | GuessEstimation): Promise<Reply> {
  const worker = takeIdleThread() ?? new Worker(new URL('./password-worker.ts', import.meta.url));
  // An idle thread does not keep the process alive, a working one does.
  worker.ref();
  const reply = Promise.withResolvers<Reply>();
  const onExit = () => reply.reject(new Error('The password thread stopped.'));
  worker.once('message', reply.resolve).once('error', reply.reject).once('exit', onExit);
  worker.postMessage(task);
  const result = await reply.promise;
  worker.off('error', reply.reject).off('exit', onExit);
  keepIdle(worker);
  return result;
}

function takeIdleThread(): Worker | undefined {
  const thread = idleThreads.pop();
  clearTimeout(thread?.timer);
  return thread?.worker;
}

function keepIdle(worker: Worker): void {
  worker.unref();
  const timer = setTimeout(() => {
    idleThreads.splice(idleThreads.indexOf(thread), 1);
    void worker.terminate();
  }, IDLE_TIMEOUT_MS).unref();
  const thread = { worker, timer };
  idleThreads.push(thread);
}
