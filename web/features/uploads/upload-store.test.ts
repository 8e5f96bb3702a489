import { describe, expect, it } from 'vitest';
import type { UploadQueue } from './upload-queue.ts';
import { createUploadStore, type UploadTask } from './upload-store.ts';

/** Creates a store whose uploads end when the test says so. */
function setUp() {
  const started: string[] = [];
  const aborted: string[] = [];
  const discarded: string[] = [];
  const busy: boolean[] = [];
  const ends: UploadQueue[] = [];
  const open = new Map<string, PromiseWithResolvers<void>>();
  const store = createUploadStore({
    describeFailure: (error) => (error instanceof Error ? error.message : 'unknown'),
    onBusyChange: (isBusy) => busy.push(isBusy),
    onBatchFinished: (ended) => ends.push(ended),
  });
  const task = (name: string, refusal: string | null = null): UploadTask => ({
    name,
    isFolder: false,
    size: 10,
    rejection: refusal,
    discard: async () => {
      discarded.push(name);
    },
    send: ({ signal, onProgress }) => {
      const deferred = Promise.withResolvers<void>();
      started.push(name);
      open.set(name, deferred);
      onProgress(5);
      signal.addEventListener('abort', () => {
        aborted.push(name);
        deferred.reject(new Error('aborted'));
      });
      return deferred.promise;
    },
  });
  const settle = async (name: string, error?: Error) => {
    const deferred = open.get(name);
    if (error) deferred?.reject(error);
    else deferred?.resolve();
    await deferred?.promise.catch(() => undefined);
    // Lets the store's callback run.
    await Promise.resolve();
    await Promise.resolve();
  };
  const states = () => store.list().map(({ name, state }) => `${name} ${state.kind}`);
  return { store, task, settle, states, started, aborted, discarded, busy, ends };
}

describe('the upload store', () => {
  it('the upload store runs three uploads and starts the next when one ends', async () => {
    const { store, task, settle, started } = setUp();
    store.add(['a', 'b', 'c', 'd'].map((name) => task(name)));
    expect(started).toEqual(['a', 'b', 'c']);
    await settle('b');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('a failed upload keeps its reason and can be retried', async () => {
    const { store, task, settle, states, started } = setUp();
    store.add([task('a')]);
    await settle('a', new Error('This folder is full'));
    expect(store.list()[0]?.state).toEqual({
      kind: 'failed',
      reason: 'This folder is full',
      canRetry: true,
    });
    store.retry();
    await settle('a');
    expect(started).toEqual(['a', 'a']);
    expect(states()).toEqual(['a done']);
  });

  it('a cancelled upload stops and disappears', async () => {
    const { store, task, settle, states, aborted } = setUp();
    const [first] = store.add([task('a'), task('b')]);
    store.remove(new Set([first ?? 0]));
    await settle('a');
    expect(aborted).toEqual(['a']);
    expect(states()).toEqual(['b sending']);
  });

  it('removing all uploads stops running and waiting ones', () => {
    const { store, task, started, aborted, ends, busy } = setUp();
    store.add(['a', 'b', 'c', 'd'].map((name) => task(name)));
    store.removeAll();
    expect(store.list()).toEqual([]);
    expect([started, aborted]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect(ends).toEqual([]);
    expect(busy).toEqual([true, false]);
  });

  it('the end of a batch is reported once with its uploads', async () => {
    const { store, task, settle, ends, busy } = setUp();
    store.add([task('a'), task('b')]);
    await settle('a', new Error('No room'));
    expect(ends).toEqual([]);
    await settle('b');
    store.add([task('c')]);
    await settle('c');
    expect(ends.map((ended) => ended.map(({ name }) => name))).toEqual([['a', 'b'], ['c']]);
    expect(busy).toEqual([true, false, true, false]);
  });

  it('a paused resumable upload frees its slot and continues after a resume', async () => {
    const { store, task, settle, states, started, aborted, discarded } = setUp();
    const [first = 0] = store.add(['a', 'b', 'c', 'd'].map((name) => task(name)));
    store.pause(first);
    await settle('a');
    expect(aborted).toEqual(['a']);
    expect(store.list()[0]?.state).toEqual({ kind: 'paused', sentBytes: 5 });
    expect(states()).toEqual(['a paused', 'b sending', 'c sending', 'd sending']);
    store.resume(first);
    expect(states()[0]).toBe('a waiting');
    await settle('b');
    expect(started).toEqual(['a', 'b', 'c', 'd', 'a']);
    await settle('a');
    expect(states()[0]).toBe('a done');
    expect(discarded).toEqual([]);
  });

  it('an upload that cannot be resumed is not paused', () => {
    const { store, task, states } = setUp();
    const [first = 0] = store.add([{ ...task('a'), discard: undefined }]);
    store.pause(first);
    expect(states()).toEqual(['a sending']);
  });

  it('cancelling discards the partial upload, also when it is paused or failed', async () => {
    const { store, task, settle, discarded } = setUp();
    const [first = 0, second = 0] = store.add([task('a'), task('b'), task('c')]);
    store.pause(first);
    await settle('b', new Error('No room'));
    store.remove(new Set([first]));
    store.remove(new Set([second]));
    store.removeAll();
    expect(discarded).toEqual(['a', 'b', 'c']);
  });

  it('a rejected upload is not sent and ends the batch immediately', () => {
    const { store, task, started, ends, states } = setUp();
    store.add([task('a', 'Too large')]);
    store.retry();
    expect(started).toEqual([]);
    expect(states()).toEqual(['a failed']);
    expect(ends).toHaveLength(1);
  });

  it('listeners are notified of progress', () => {
    const { store, task } = setUp();
    const seen: number[] = [];
    store.subscribe(() => {
      const state = store.list()[0]?.state;
      if (state?.kind === 'sending') seen.push(state.sentBytes);
    });
    store.add([task('a')]);
    expect(seen).toContain(5);
  });
});
