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
  it('starts three at once, in their order', () => {
    expect(idsOf(nextToStart([waiting(1), waiting(2), waiting(3), waiting(4)]))).toEqual([1, 2, 3]);
  });

  it('starts the next one when one has ended', () => {
    expect(idsOf(nextToStart([done(1), sending(2), failed(3), sending(4), waiting(5), waiting(6)]))).toEqual([
      5,
    ]);
  });

  it('never shows more bytes as sent than the file has', () => {
    expect(setProgress([sending(1)], 1, 5000)).toEqual([sending(1, 99)]);
  });

  it('ignores a late report of progress about an upload that has ended', () => {
    expect(setProgress([failed(1), done(2)], 1, 50)).toEqual([failed(1), done(2)]);
    expect(setProgress([failed(1), done(2)], 2, 50)).toEqual([failed(1), done(2)]);
  });

  it('puts failed uploads back in line, but not what can only fail again', () => {
    expect(retry([failed(1), failed(2, false), done(3)])).toEqual([waiting(1), failed(2, false), done(3)]);
    expect(retry([failed(1), failed(2)], 2)).toEqual([failed(1), waiting(2)]);
  });

  it('keeps failures and drops what was done when a new run begins', () => {
    expect(idsOf(enqueue([done(1), failed(2)], [waiting(3)]))).toEqual([2, 3]);
    expect(idsOf(enqueue([done(1), sending(2)], [waiting(3)]))).toEqual([1, 2, 3]);
  });

  it('is busy while anything waits or is on its way', () => {
    expect(isBusy([done(1), waiting(2)])).toBe(true);
    expect(isBusy([done(1), sending(2)])).toBe(true);
    expect(isBusy([done(1), failed(2)])).toBe(false);
    expect(isBusy([])).toBe(false);
  });

  it('sums up bytes, so that a large file counts for more than a small one', () => {
    const queue = [upload(1, { kind: 'done' }, 0), upload(2, { kind: 'sending', sentBytes: 499 }, 998)];
    expect(summarize(queue)).toEqual({ total: 2, done: 1, failed: 0, fraction: 0.5 });
    expect(summarize([done(1), failed(2)])).toEqual({ total: 2, done: 1, failed: 1, fraction: 1 });
    expect(summarize([failed(1), sending(2, 50)]).fraction).toBe(0.5);
    expect(summarize([]).fraction).toBe(0);
  });

  it('keeps how much was sent while there is no connection, until more is', () => {
    const offline = setOffline([sending(1, 40), done(2), waiting(3)], 1);
    expect(offline).toEqual([upload(1, { kind: 'offline', sentBytes: 40 }), done(2), waiting(3)]);
    expect(setOffline([done(1)], 1)).toEqual([done(1)]);
    expect(setProgress(offline, 1, 50)).toEqual([sending(1, 50), done(2), waiting(3)]);
    expect(summarize([setOffline([sending(1, 50)], 1)[0] ?? waiting(1)]).fraction).toBe(0.5);
  });

  it('is busy with what waits for the connection, which keeps its turn, and with what is paused, which gives it up', () => {
    const offline = upload(1, { kind: 'offline', sentBytes: 1 });
    const paused = upload(2, { kind: 'paused', sentBytes: 1 });
    expect([isBusy([offline]), isBusy([paused])]).toEqual([true, true]);
    expect(idsOf(nextToStart([offline, paused, waiting(3), waiting(4), waiting(5)]))).toEqual([3, 4]);
  });

  it('changes the state of the one upload that is named', () => {
    expect(setState([waiting(1), waiting(2)], 2, { kind: 'done' })).toEqual([waiting(1), done(2)]);
  });
});
