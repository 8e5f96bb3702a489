import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { markUnavailable } from '#server/app/errors.ts';
import type { SearchIndex } from '../search-types.ts';
import { startThread, type Unstarted, type WorkerProgram, type WorkerReply } from './worker/start-thread.ts';

interface WorkerCalls {
  /** Rejects every call from now on; those that were sent before still return. */
  refuse(): void;
  isRefusing(): boolean;
  /** Ends the thread, if there is one. */
  terminate(): Promise<void>;
  runningThread(): Worker | undefined;
  send<Method extends keyof SearchIndex>(
    method: Method,
    args: Parameters<SearchIndex[Method]>,
  ): ReturnType<SearchIndex[Method]>;
}

/** Starts the worker thread that owns the index file, and again with the next call after it has stopped. */
export function startIndexWorker(
  file: string,
  maxPassages?: number,
  onRemoved?: (reason: string) => void,
): SearchIndex {
  const index = callIndexWorker({
    url: new URL('./index-worker.ts', import.meta.url),
    data: { file, maxPassages },
    unstarted: { isAbsent: () => !existsSync(file) && existsSync(dirname(file)), maxPassages },
    onRemoved,
  });
  // Begins to read an existing file. If that fails, every call rejects with the reason, so this one may be ignored.
  if (existsSync(file)) index.readStatistics().catch(() => {});
  return index;
}

/**
 * Answers without the thread what is known here of an index that nobody shares: the change feed asks for it with each change. An
 * installation without documents needs no thread, which takes 20 MB.
 */
function answerHere(
  index: SearchIndex,
  calls: WorkerCalls,
  { isAbsent, maxPassages }: Unstarted,
): SearchIndex {
  /** The position that a thread has stored; another one reads it from the file again. */
  let stored: { readonly thread: Worker | undefined; readonly position: number } | undefined;
  const isEmpty = () => !calls.isRefusing() && calls.runningThread() === undefined && isAbsent();
  // The thread computes the limit from its memory if the operator sets none.
  const memory = { maxChunks: maxPassages, titlesOnly: 0, usedBytes: 0 };
  return {
    ...index,
    claimFeed: async () => true,
    finishFeed: async () => undefined,
    readStatistics: async () => (isEmpty() ? { documents: 0, chunks: 0, memory } : index.readStatistics()),
    async readPosition() {
      if (isEmpty()) return 0;
      const thread = calls.runningThread();
      return thread && stored?.thread === thread ? stored.position : index.readPosition();
    },
    async setPosition(position) {
      stored = undefined;
      await index.setPosition(position);
      stored = { thread: calls.runningThread(), position };
    },
    async clear() {
      stored = undefined;
      await index.clear();
    },
  };
}

/** Calls an index in a worker thread, which is started with the first call. */
export function callIndexWorker(program: WorkerProgram): SearchIndex {
  const calls = createWorkerCalls(program);
  let closed = false;
  const createSender =
    <Method extends keyof SearchIndex>(method: Method) =>
    (...args: Parameters<SearchIndex[Method]>): ReturnType<SearchIndex[Method]> =>
      calls.send(method, args);
  const index: SearchIndex = {
    putDocument: createSender('putDocument'),
    placeDocument: createSender('placeDocument'),
    removeDocument: createSender('removeDocument'),
    search: createSender('search'),
    suggestDocuments: createSender('suggestDocuments'),
    listUnembedded: createSender('listUnembedded'),
    putEmbeddings: createSender('putEmbeddings'),
    readPosition: createSender('readPosition'),
    setPosition: createSender('setPosition'),
    claimFeed: createSender('claimFeed'),
    finishFeed: createSender('finishFeed'),
    clear: createSender('clear'),
    readStatistics: createSender('readStatistics'),
    async close() {
      if (closed) return;
      closed = true;
      const closing = calls.runningThread() ? calls.send('close', []) : undefined;
      calls.refuse();
      await closing;
      await calls.terminate();
    },
  };
  return program.unstarted === undefined ? index : answerHere(index, calls, program.unstarted);
}

/** Creates the calls to the worker thread and matches its replies with them. */
function createWorkerCalls(program: WorkerProgram): WorkerCalls {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let nextCallId = 0;
  // It is sent with every call: the worker refuses a change that was sent before an earlier one's failure was known.
  let epoch = 0;
  let isRefusing = false;

  function settle({ id, epoch: current, value, error, isOutage }: WorkerReply): void {
    epoch = current;
    // A mark does not pass from thread to thread.
    if (isOutage === true) markUnavailable(error);
    const call = pending.get(id);
    pending.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(error);
  }

  const start = (): Worker =>
    startThread(program, {
      onReply: settle,
      onExit(reason) {
        // Committed changes are in the file; the next call starts a new worker.
        worker = undefined;
        epoch = 0;
        for (const call of pending.values()) call.reject(reason);
        pending.clear();
      },
    });

  return {
    refuse() {
      isRefusing = true;
    },
    isRefusing: () => isRefusing,
    async terminate() {
      await worker?.terminate();
    },
    runningThread: () => worker,
    send<Method extends keyof SearchIndex>(method: Method, args: Parameters<SearchIndex[Method]>) {
      const reply = Promise.withResolvers<unknown>();
      if (isRefusing) reply.reject(new Error('The search index is closed.'));
      else {
        worker ??= start();
        const id = nextCallId++;
        pending.set(id, reply);
        worker.postMessage({ id, epoch, call: { method, args } });
      }
      // The worker replies to each method with the type that SearchIndex declares.
      return reply.promise as ReturnType<SearchIndex[Method]>;
    },
  };
}
