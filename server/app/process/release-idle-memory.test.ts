import { expect, test } from 'vitest';
import { createIdleRule } from './release-idle-memory.ts';

const MB = 1024 ** 2;

test('memory is given back in a minute without work, and again only once it has grown', () => {
  const isDue = createIdleRule();
  const minute = (processorShare: number, residentMb: number, heapMb = 60) =>
    isDue({ processorShare, residentBytes: residentMb * MB, heapBytes: heapMb * MB });
  expect(minute(0.5, 300)).toBe(false);
  expect(minute(0.01, 300)).toBe(true);
  expect([minute(0.01, 190), minute(0.01, 215)]).toEqual([false, false]);
  // A page was opened, and left.
  expect([minute(0.2, 320), minute(0.01, 320), minute(0.01, 200)]).toEqual([false, true, false]);
  // A large index is not collected at once: the next request would wait.
  expect(minute(0.01, 900, 500)).toBe(false);
});
