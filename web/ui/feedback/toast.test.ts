import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

test('only the five newest toasts are kept', async () => {
  const { toast, getToasts } = await import('./toast.ts');
  for (const title of ['1', '2', '3', '4', '5', '6', '7']) toast({ title });
  expect(getToasts().map((each) => each.title)).toEqual(['3', '4', '5', '6', '7']);
});

test('a dismissed toast closes at once and is removed after 5 seconds', async () => {
  const { toast, dismissToast, getToasts } = await import('./toast.ts');
  toast({ title: 'File deleted' });
  toast({ title: 'File moved' });
  dismissToast(getToasts()[0]?.id ?? 0);
  expect(getToasts().map((each) => each.open)).toEqual([false, true]);
  vi.advanceTimersByTime(4999);
  expect(getToasts()).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(getToasts().map((each) => each.title)).toEqual(['File moved']);
});

test('a subscriber is notified of each change until it unsubscribes', async () => {
  const { toast, subscribeToToasts } = await import('./toast.ts');
  const listener = vi.fn();
  const unsubscribe = subscribeToToasts(listener);
  toast({ title: 'one' });
  unsubscribe();
  toast({ title: 'two' });
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a toast changes what it shows until it is dismissed', async () => {
  const { toast, updateToast, dismissToast, getToasts } = await import('./toast.ts');
  const id = toast({ title: 'Moving files', progress: 0 });
  updateToast(id, { progress: 0.5 });
  expect(getToasts()).toEqual([{ id, open: true, title: 'Moving files', progress: 0.5 }]);
  dismissToast(id);
  updateToast(id, { progress: 1 });
  expect(getToasts()[0]?.progress).toBe(0.5);
});
