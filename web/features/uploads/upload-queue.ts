export type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  /** On its way, but there is no connection; it goes on by itself. */
  | { readonly kind: 'offline'; readonly sentBytes: number }
  /** By hand, and goes on by hand. */
  | { readonly kind: 'paused'; readonly sentBytes: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string; readonly canRetry: boolean };

export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Whether it can be paused and go on where it was. */
  readonly canPause: boolean;
  readonly state: UploadState;
}

/** In the order in which they were given. */
export type UploadQueue = readonly Upload[];

/** More would only share the same line, and hold more of the server's memory and disk at once. */
const MAX_CONCURRENT_UPLOADS = 3;

const WAITING_STATE: UploadState = { kind: 'waiting' };

/** Adds to the end. What was done in a run that has ended leaves; what failed stays until it is dealt with. */
export function enqueue(queue: UploadQueue, added: UploadQueue): UploadQueue {
  return [...(isBusy(queue) ? queue : queue.filter(({ state }) => state.kind !== 'done')), ...added];
}

/** The uploads to start now, so that no more than MOST_AT_ONCE are on their way. */
export function nextToStart(queue: UploadQueue): UploadQueue {
  const free = MAX_CONCURRENT_UPLOADS - queue.filter(isInProgress).length;
  return queue.filter(({ state }) => state.kind === 'waiting').slice(0, Math.max(0, free));
}

export function setState(queue: UploadQueue, id: number, state: UploadState): UploadQueue {
  return queue.map((upload) => (upload.id === id ? { ...upload, state } : upload));
}

/** How much of it was sent so far, as a pause keeps it in mind. */
export const getSentBytes = ({ state }: Upload): number => ('sentBytes' in state ? state.sentBytes : 0);

/** The form around a file is sent too, so more bytes may be reported than the file has. */
export function setProgress(queue: UploadQueue, id: number, bytes: number): UploadQueue {
  return queue.map((upload) =>
    upload.id === id && isInProgress(upload)
      ? { ...upload, state: { kind: 'sending', sentBytes: Math.min(bytes, upload.size) } }
      : upload,
  );
}

/** Until more bytes are reported. */
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

/** Started and not ended, with a connection or without one. */
export const isInProgress = ({ state }: Upload): boolean =>
  state.kind === 'sending' || state.kind === 'offline';

/** Puts failed uploads back in line, all of them or the one with this id; what can only fail again stays. */
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
  /** From 0 to 1, by the bytes of all that has not failed. */
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
    // One byte more for each, so that folders and empty files count.
    bytes += size + 1;
    finishedBytes += getSentBytes(upload);
    if (state.kind === 'done') {
      done += 1;
      finishedBytes += size + 1;
    }
  }
  return { total: queue.length, done, failed, fraction: bytes === 0 ? 0 : finishedBytes / bytes };
}
