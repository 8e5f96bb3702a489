import { expect, onTestFinished, test, vi } from 'vitest';
import { releaseAfterPauses } from './release-after-pauses.ts';

const MB = 1024 ** 2;

test('memory is given back once after a second without work, when it has grown by more than 64 MB since the last time', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let bytes = 400 * MB;
  const collect = vi.fn(() => {
    bytes = 410 * MB;
  });
  const worked = releaseAfterPauses({ read: () => bytes, collect });
  bytes = 500 * MB;
  for (let question = 0; question < 5; question += 1) {
    worked();
    vi.advanceTimersByTime(900);
  }
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(1);
  bytes = 470 * MB;
  worked();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(1);
  // It counts from the last collection, not from the last look.
  bytes = 480 * MB;
  worked();
  vi.advanceTimersByTime(1_000);
  expect(collect).toHaveBeenCalledTimes(2);
});
