import { stat } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEventLoopYield, yieldToEventLoop } from './yield-to-event-loop.ts';

/** Keeps the process busy for so long. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a timer that is due runs before work goes on that follows the answer of a file', async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    stat('.', () => {
      setTimeout(() => order.push('timer'), 1);
      work(3);
      void yieldToEventLoop().then(() => {
        order.push('work');
        resolve();
      });
    });
  });
  expect(order).toEqual(['timer', 'work']);
});

test('concurrent parts of work share the time between two pauses', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const yieldIfDue = createEventLoopYield();
  let isRunning = true;
  let longestMs = 0;
  const watch = async () => {
    for (let before = now; isRunning; before = now) {
      await setImmediate();
      longestMs = Math.max(longestMs, now - before);
    }
  };
  const part = async () => {
    for (let step = 0; step < 20; step += 1) {
      now += 1;
      await yieldIfDue();
    }
  };
  const watched = watch();
  await Promise.all([part(), part(), part(), part()]);
  isRunning = false;
  await watched;
  // 5 ms, and a step of each part.
  expect(longestMs).toBeLessThanOrEqual(9);
});
