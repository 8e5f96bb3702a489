import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveChange } from '#shared/contracts/live/live-updates.ts';
import { createRefreshQueue } from './refresh-queue.ts';

const folder = (id: number): LiveChange => ({ topic: 'folder', id });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openQueue() {
  const refreshed: (readonly LiveChange[])[] = [];
  const state = { isBusy: false };
  const queue = createRefreshQueue({
    refresh: async (changes) => void refreshed.push(changes),
    isBusy: () => state.isBusy,
  });
  return { queue, refreshed, state };
}

test('the first change is refreshed at once, and those of the next second together, each once', async () => {
  const { queue, refreshed } = openQueue();
  queue.add([folder(1)]);
  expect(refreshed).toEqual([[folder(1)]]);
  queue.add([folder(2)]);
  queue.add([folder(2), folder(3)]);
  await vi.advanceTimersByTimeAsync(999);
  expect(refreshed).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(refreshed).toEqual([[folder(1)], [folder(2), folder(3)]]);
});

test('changes that go on are refreshed less and less often, and a later one at once again', async () => {
  const { queue, refreshed } = openQueue();
  for (let ms = 0; ms < 60_000; ms += 250) {
    queue.add([folder(1)]);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(refreshed.length).toBeLessThan(13);
  await vi.advanceTimersByTimeAsync(20_000);
  const before = refreshed.length;
  queue.add([folder(1)]);
  expect(refreshed).toHaveLength(before + 1);
});

test('a change waits while the user changes something', async () => {
  const { queue, refreshed, state } = openQueue();
  state.isBusy = true;
  queue.add([folder(1)]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(refreshed).toEqual([]);
  state.isBusy = false;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(refreshed).toEqual([[folder(1)]]);
});

test('nothing is refreshed after the end', async () => {
  const { queue, refreshed } = openQueue();
  queue.add([folder(1)]);
  queue.add([folder(2)]);
  queue.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refreshed).toHaveLength(1);
});
