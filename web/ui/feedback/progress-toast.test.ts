import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  // Toasts of other tests may still be there.
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

const load = async () => ({ ...(await import('./progress-toast.ts')), ...(await import('./toast.ts')) });

test('long work shows how far it came, and its toast can stop it', async () => {
  const { withProgressToast, getToasts } = await load();
  const { promise, resolve } = Promise.withResolvers<string>();
  let wasStopped = false;
  const result = withProgressToast('Moving files', 5000, ({ signal, onProgress }) => {
    signal.addEventListener('abort', () => {
      wasStopped = true;
    });
    onProgress(1000);
    setTimeout(() => onProgress(2000), 600);
    return promise;
  });
  vi.advanceTimersByTime(499);
  expect(getToasts()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(getToasts()[0]).toMatchObject({
    title: 'Moving files',
    description: '1,000 of 5,000',
    progress: 0.2,
  });
  vi.advanceTimersByTime(100);
  expect(getToasts()[0]).toMatchObject({ description: '2,000 of 5,000', open: true });
  getToasts()[0]?.action?.onAction();
  expect(wasStopped).toBe(true);
  resolve('done');
  expect(await result).toBe('done');
  expect(getToasts()[0]?.open).toBe(false);
  vi.advanceTimersByTime(5000);
});

test('short work shows no progress', async () => {
  const { withProgressToast, getToasts } = await load();
  expect(await withProgressToast('Moving files', 2, async () => 'done')).toBe('done');
  vi.advanceTimersByTime(10_000);
  expect(getToasts()).toEqual([]);
});
