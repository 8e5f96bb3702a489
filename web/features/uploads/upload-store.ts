import {
  enqueue,
  isBusy,
  nextToStart,
  pause,
  resume,
  retry,
  setOffline,
  setProgress,
  setState,
  type Upload,
  type UploadQueue,
  type UploadState,
  withoutUploads,
} from './upload-queue.ts';

export interface SendOptions {
  /** Stops sending; data that the server already has may stay. */
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
  /** Reports that the connection is lost. */
  onOffline: () => void;
}

/** File or folder to upload. `send` may be called again after a failure or a pause. */
export interface UploadTask extends Pick<Upload, 'name' | 'isFolder' | 'size'> {
  /** Reason why it cannot be sent; `send` is then never called. */
  rejection: string | null;
  send: (options: SendOptions) => Promise<void>;
  /** Removes the server's part of a resumable upload; absent when there is none. Must not reject. */
  discard: (() => Promise<void>) | undefined;
}

interface StoreOptions {
  /** Returns the message that the user sees for a failure. */
  describeFailure: (error: unknown) => string;
  onBusyChange: (isBusy: boolean) => void;
  /** Runs when no upload is queued or running; `ended` are the uploads added or retried since the last time. */
  onBatchFinished: (ended: UploadQueue) => void;
}

/** Runs uploads and keeps their state outside React, so that they continue during navigation. */
export function createUploadStore({ describeFailure, ...callbacks }: StoreOptions) {
  let lastId = 0;
  const runner = createTaskRunner({
    describeFailure,
    onProgress: (id, sentBytes) => state.change(setProgress(state.list(), id, sentBytes)),
    onOffline: (id) => state.change(setOffline(state.list(), id)),
    onEnd: (id, result) => state.change(setState(state.list(), id, result)),
  });
  const state = createQueueState({ ...callbacks, onStart: (id) => void runner.run(id) });

  function remove(ids: ReadonlySet<number>): void {
    for (const id of ids) runner.remove(id);
    state.change(withoutUploads(state.list(), ids));
  }

  return {
    list: state.list,
    subscribe: state.subscribe,
    /** Returns the ids of the added uploads. */
    add: (added: readonly UploadTask[]): number[] => {
      const uploads = added.map((task) => {
        lastId += 1;
        runner.add(lastId, task);
        return toUpload(lastId, task);
      });
      const ids = uploads.map(({ id }) => id);
      state.addToBatch(ids);
      state.change(enqueue(state.list(), uploads));
      return ids;
    },
    /** Removes uploads and stops those that are running. */
    remove,
    removeAll: () => remove(new Set(state.list().map(({ id }) => id))),
    pause: (id: number): void => {
      const next = pause(state.list(), id);
      if (next === state.list()) return;
      runner.stop(id);
      state.change(next);
    },
    resume: (id: number): void => {
      const next = resume(state.list(), id);
      if (next !== state.list()) state.change(next);
    },
    /** Retries failed uploads: all, or the one with this id. */
    retry: (id?: number): void => {
      const queue = state.list();
      const next = retry(queue, id);
      state.addToBatch(next.filter((upload, index) => upload !== queue[index]).map((upload) => upload.id));
      state.change(next);
    },
  };
}

interface QueueStateOptions extends Pick<StoreOptions, 'onBusyChange' | 'onBatchFinished'> {
  onStart: (id: number) => void;
}

/** Holds the queue, starts waiting uploads after each change and notifies listeners. */
function createQueueState({ onStart, onBusyChange, onBatchFinished }: QueueStateOptions) {
  let queue: UploadQueue = [];
  let currentBatch = new Set<number>();
  const listeners = new Set<() => void>();

  function change(next: UploadQueue): void {
    const wasBusy = isBusy(queue);
    queue = next;
    // Marks all before starting the first, which may report progress synchronously and re-enter this function.
    const starting = nextToStart(queue);
    for (const { id } of starting) queue = setState(queue, id, { kind: 'sending', sentBytes: 0 });
    for (const { id } of starting) onStart(id);
    const nowBusy = isBusy(queue);
    for (const listener of listeners) listener();
    if (nowBusy !== wasBusy) onBusyChange(nowBusy);
    if (!nowBusy && currentBatch.size > 0) finishBatch();
  }

  function finishBatch(): void {
    const ended = queue.filter(({ id }) => currentBatch.has(id));
    currentBatch = new Set();
    if (ended.length > 0) onBatchFinished(ended);
  }

  return {
    change,
    list: (): UploadQueue => queue,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    addToBatch: (ids: readonly number[]): void => {
      for (const id of ids) currentBatch.add(id);
    },
  };
}

function toUpload(id: number, { name, isFolder, size, rejection, discard }: UploadTask): Upload {
  const state: UploadState =
    rejection === null ? { kind: 'waiting' } : { kind: 'failed', reason: rejection, canRetry: false };
  return { id, name, isFolder, size, canPause: discard !== undefined, state };
}

interface RunnerOptions extends Pick<StoreOptions, 'describeFailure'> {
  onProgress: (id: number, sentBytes: number) => void;
  onOffline: (id: number) => void;
  onEnd: (id: number, state: UploadState) => void;
}

/** Keeps the tasks of unfinished uploads and runs them on demand. */
function createTaskRunner({ describeFailure, onProgress, onOffline, onEnd }: RunnerOptions) {
  const tasks = new Map<number, UploadTask>();
  const running = new Map<number, AbortController>();

  async function run(id: number): Promise<void> {
    const task = tasks.get(id);
    if (!task) return;
    const controller = new AbortController();
    running.set(id, controller);
    const state = await task
      .send({
        signal: controller.signal,
        onProgress: (sentBytes) => onProgress(id, sentBytes),
        onOffline: () => onOffline(id),
      })
      .then(
        (): UploadState => ({ kind: 'done' }),
        (error): UploadState => ({ kind: 'failed', reason: describeFailure(error), canRetry: true }),
      );
    // Cancelled or paused meanwhile; a resumed upload has its own controller.
    if (running.get(id) !== controller) return;
    running.delete(id);
    if (state.kind === 'done') tasks.delete(id);
    onEnd(id, state);
  }

  function stop(id: number): void {
    const controller = running.get(id);
    running.delete(id);
    controller?.abort();
  }

  function remove(id: number): void {
    const task = tasks.get(id);
    tasks.delete(id);
    stop(id);
    void task?.discard?.();
  }

  return { add: (id: number, task: UploadTask) => tasks.set(id, task), run, stop, remove };
}
