export type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  /** Started without a connection; continues by itself. */
  | { readonly kind: 'offline'; readonly sentBytes: number }
  /** Paused and resumed by the user. */
  | { readonly kind: 'paused'; readonly sentBytes: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string; readonly canRetry: boolean };

export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly isFolder: boolean;
  /** Size in bytes; 0 for a folder. */
  readonly size: number;
  /** True when it can be paused and resumed. */
  readonly canPause: boolean;
  readonly state: UploadState;
}

/** Uploads in the order in which they were added. */
export type UploadQueue = readonly Upload[];

/**
 * Limit of concurrent uploads; more would share the same bandwidth and use more of the server's memory and disk.
 */
const MAX_CONCURRENT_UPLOADS = 3;

const WAITING_STATE: UploadState = { kind: 'waiting' };

/** Appends uploads. Removes finished ones of an ended batch; failed ones stay until they are handled. */
export function enqueue(queue: UploadQueue, added: UploadQueue): UploadQueue {
  return [...(isBusy(queue) ? queue : queue.filter(({ state }) => state.kind !== 'done')), ...added];
}

/** Returns the uploads to start so that at most MAX_CONCURRENT_UPLOADS run. */
export function nextToStart(queue: UploadQueue): UploadQueue {
  const free = MAX_CONCURRENT_UPLOADS - queue.filter(isInProgress).length;
  return queue.filter(({ state }) => state.kind === 'waiting').slice(0, Math.max(0, free));
}

export function setState(queue: UploadQueue, id: number, state: UploadState): UploadQueue {
  return queue.map((upload) => (upload.id === id ? { ...upload, state } : upload));
}

/** Returns the bytes sent so far; a pause preserves them. */
export const getSentBytes = ({ state }: Upload): number => ('sentBytes' in state ? state.sentBytes : 0);

/** Caps the progress at the file size: the reported bytes include the form around the file. */
export function setProgress(queue: UploadQueue, id: number, bytes: number): UploadQueue {
  return queue.map((upload) =>
    upload.id === id && isInProgress(upload)
      ? { ...upload, state: { kind: 'sending', sentBytes: Math.min(bytes, upload.size) } }
      : upload,
  );
}

/** Marks an upload as offline until progress is reported. */
export function setOffline(queue: UploadQueue, id: number): UploadQueue {
  return queue.map((upload) =>
    upload.id === id && isInProgress(upload)
      ? { ...upload, state: { kind: 'offline', sentBytes: getSentBytes(upload) } }
      : upload,
  );
}

export function withoutUploads(queue: UploadQueue, ids: ReadonlySet<number>): UploadQueue {
  return queue.filter(({ id }) => !ids.has(id));
}

export const canRetry = ({ state }: Upload): boolean => state.kind === 'failed' && state.canRetry;

/** Returns true for started uploads, with or without a connection. */
export const isInProgress = ({ state }: Upload): boolean =>
  state.kind === 'sending' || state.kind === 'offline';

/** Pauses a running upload; unchanged when it cannot be paused. */
export function pause(queue: UploadQueue, id: number): UploadQueue {
  const upload = queue.find((each) => each.id === id);
  if (!upload?.canPause || !isInProgress(upload)) return queue;
  return setState(queue, id, { kind: 'paused', sentBytes: getSentBytes(upload) });
}

/** Queues a paused upload again; unchanged when it is not paused. */
export function resume(queue: UploadQueue, id: number): UploadQueue {
  const isPaused = queue.some((each) => each.id === id && each.state.kind === 'paused');
  return isPaused ? setState(queue, id, { kind: 'waiting' }) : queue;
}

/** Queues failed uploads again, all or the one with this id, except those that can only fail again. */
export function retry(queue: UploadQueue, id?: number): UploadQueue {
  return queue.map((upload) =>
    canRetry(upload) && (id === undefined || upload.id === id) ? { ...upload, state: WAITING_STATE } : upload,
  );
}

export function isBusy(queue: UploadQueue): boolean {
  return queue.some(({ state }) => state.kind !== 'done' && state.kind !== 'failed');
}

export interface UploadSummary {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Progress from 0 to 1 by bytes, without failed uploads. */
  readonly fraction: number;
}

export function summarize(queue: UploadQueue): UploadSummary {
  let done = 0;
  let failed = 0;
  let bytes = 0;
  let finishedBytes = 0;
  for (const upload of queue) {
    const { size, state } = upload;
    if (state.kind === 'failed') {
      failed += 1;
      continue;
    }
    // Adds one byte each, so that folders and empty files count.
    bytes += size + 1;
    finishedBytes += getSentBytes(upload);
    if (state.kind === 'done') {
      done += 1;
      finishedBytes += size + 1;
    }
  }
  return { total: queue.length, done, failed, fraction: bytes === 0 ? 0 : finishedBytes / bytes };
}
