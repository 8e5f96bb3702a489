import { describe, expect, it } from 'vitest';
import {
  enqueue,
  isBusy,
  nextToStart,
  retry,
  setOffline,
  setProgress,
  setState,
  summarize,
  type Upload,
  type UploadState,
} from './upload-queue.ts';

const upload = (id: number, state: UploadState, size = 99): Upload => ({
  id,
  name: `${id}.pdf`,
  isFolder: false,
  size,
  canPause: true,
  state,
});
const waiting = (id: number) => upload(id, { kind: 'waiting' });
const sending = (id: number, sentBytes = 0) => upload(id, { kind: 'sending', sentBytes });
const done = (id: number) => upload(id, { kind: 'done' });
const failed = (id: number, canRetry = true) => upload(id, { kind: 'failed', reason: 'No room', canRetry });
const idsOf = (queue: readonly Upload[]) => queue.map(({ id }) => id);

describe('the upload queue', () => {
  it('the upload queue starts three uploads in order', () => {
    expect(idsOf(nextToStart([waiting(1), waiting(2), waiting(3), waiting(4)]))).toEqual([1, 2, 3]);
  });

  it('the upload queue starts the next upload when one has ended', () => {
    expect(idsOf(nextToStart([done(1), sending(2), failed(3), sending(4), waiting(5), waiting(6)]))).toEqual([
      5,
    ]);
  });

  it('upload progress never exceeds the file size', () => {
    expect(setProgress([sending(1)], 1, 5000)).toEqual([sending(1, 99)]);
  });

  it('progress of an ended upload is ignored', () => {
    expect(setProgress([failed(1), done(2)], 1, 50)).toEqual([failed(1), done(2)]);
    expect(setProgress([failed(1), done(2)], 2, 50)).toEqual([failed(1), done(2)]);
  });

  it('a retry queues failed uploads except those that can only fail again', () => {
    expect(retry([failed(1), failed(2, false), done(3)])).toEqual([waiting(1), failed(2, false), done(3)]);
    expect(retry([failed(1), failed(2)], 2)).toEqual([failed(1), waiting(2)]);
  });

  it('a new batch keeps failed uploads and removes finished ones', () => {
    expect(idsOf(enqueue([done(1), failed(2)], [waiting(3)]))).toEqual([2, 3]);
    expect(idsOf(enqueue([done(1), sending(2)], [waiting(3)]))).toEqual([1, 2, 3]);
  });

  it('the upload queue is busy while an upload waits or runs', () => {
    expect(isBusy([done(1), waiting(2)])).toBe(true);
    expect(isBusy([done(1), sending(2)])).toBe(true);
    expect(isBusy([done(1), failed(2)])).toBe(false);
    expect(isBusy([])).toBe(false);
  });

  it('total progress is weighted by bytes', () => {
    const queue = [upload(1, { kind: 'done' }, 0), upload(2, { kind: 'sending', sentBytes: 499 }, 998)];
    expect(summarize(queue)).toEqual({ total: 2, done: 1, failed: 0, fraction: 0.5 });
    expect(summarize([done(1), failed(2)])).toEqual({ total: 2, done: 1, failed: 1, fraction: 1 });
    expect(summarize([failed(1), sending(2, 50)]).fraction).toBe(0.5);
    expect(summarize([]).fraction).toBe(0);
  });

  it('an offline upload keeps its sent bytes until more are sent', () => {
    const offline = setOffline([sending(1, 40), done(2), waiting(3)], 1);
    expect(offline).toEqual([upload(1, { kind: 'offline', sentBytes: 40 }), done(2), waiting(3)]);
    expect(setOffline([done(1)], 1)).toEqual([done(1)]);
    expect(setProgress(offline, 1, 50)).toEqual([sending(1, 50), done(2), waiting(3)]);
    expect(summarize([setOffline([sending(1, 50)], 1)[0] ?? waiting(1)]).fraction).toBe(0.5);
  });

  it('offline and paused uploads keep the queue busy, and only paused ones free their slot', () => {
    const offline = upload(1, { kind: 'offline', sentBytes: 1 });
    const paused = upload(2, { kind: 'paused', sentBytes: 1 });
    expect([isBusy([offline]), isBusy([paused])]).toEqual([true, true]);
    expect(idsOf(nextToStart([offline, paused, waiting(3), waiting(4), waiting(5)]))).toEqual([3, 4]);
  });

  it('a state change affects only the upload with that id', () => {
    expect(setState([waiting(1), waiting(2)], 2, { kind: 'done' })).toEqual([waiting(1), done(2)]);
  });
});
