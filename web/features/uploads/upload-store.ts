import {
  enqueue,
  getSentBytes,
  isBusy,
  isInProgress,
  nextToStart,
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
export function createUploadStore({ describeFailure, onBusyChange, onBatchFinished }: StoreOptions) {
  let queue: UploadQueue = [];
  let lastId = 0;
  const tasks = new Map<number, UploadTask>();
  const running = new Map<number, AbortController>();
  const listeners = new Set<() => void>();
  let currentBatch = new Set<number>();

  function change(next: UploadQueue): void {
    const wasBusy = isBusy(queue);
    queue = next;
    // Marks all before running the first, which may report progress synchronously and re-enter this function.
    const starting = nextToStart(queue);
    for (const { id } of starting) queue = setState(queue, id, { kind: 'sending', sentBytes: 0 });
    for (const { id } of starting) void run(id);
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

  async function run(id: number): Promise<void> {
    const task = tasks.get(id);
    if (!task) return;
    const controller = new AbortController();
    running.set(id, controller);
    const state = await task
      .send({
        signal: controller.signal,
        onProgress: (bytes) => change(setProgress(queue, id, bytes)),
        onOffline: () => change(setOffline(queue, id)),
      })
      .then(
        (): UploadState => ({ kind: 'done' }),
        (error): UploadState => ({ kind: 'failed', reason: describeFailure(error), canRetry: true }),
      );
    // Cancelled or paused meanwhile; a resumed upload has its own controller.
    if (running.get(id) !== controller) return;
    running.delete(id);
    if (state.kind === 'done') tasks.delete(id);
    change(setState(queue, id, state));
  }

  function stop(id: number): void {
    const controller = running.get(id);
    running.delete(id);
    controller?.abort();
  }

  function remove(ids: ReadonlySet<number>): void {
    for (const id of ids) {
      const task = tasks.get(id);
      tasks.delete(id);
      stop(id);
      void task?.discard?.();
    }
    change(withoutUploads(queue, ids));
  }

  return {
    list: (): UploadQueue => queue,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Returns the ids of the added uploads. */
    add: (added: readonly UploadTask[]): number[] => {
      const uploads = added.map((task) => {
        lastId += 1;
        tasks.set(lastId, task);
        const { name, isFolder, size, rejection, discard } = task;
        const state: UploadState =
          rejection === null ? { kind: 'waiting' } : { kind: 'failed', reason: rejection, canRetry: false };
        return { id: lastId, name, isFolder, size, canPause: discard !== undefined, state };
      });
      for (const { id } of uploads) currentBatch.add(id);
      change(enqueue(queue, uploads));
      return uploads.map(({ id }) => id);
    },
    /** Removes an upload and stops it when it is running. */
    remove,
    removeAll: () => remove(new Set(queue.map(({ id }) => id))),
    /** Pauses a resumable upload and starts the next one. */
    pause: (id: number): void => {
      const upload = queue.find((each) => each.id === id);
      if (!upload?.canPause || !isInProgress(upload)) return;
      stop(id);
      change(setState(queue, id, { kind: 'paused', sentBytes: getSentBytes(upload) }));
    },
    /** Queues a paused upload again. */
    resume: (id: number): void => {
      const isPaused = queue.some((each) => each.id === id && each.state.kind === 'paused');
      if (isPaused) change(setState(queue, id, { kind: 'waiting' }));
    },
    /** Retries failed uploads: all, or the one with this id. */
    retry: (id?: number): void => {
      const next = retry(queue, id);
      for (const [index, upload] of next.entries()) if (upload !== queue[index]) currentBatch.add(upload.id);
      change(next);
    },
  };
}
