import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  MAX_PENDING_RANGES,
  MAX_RANGE_BYTES,
  type RangeRequest,
} from '#web/lib/documents/pdf-frame/messages.ts';
import { createRangeReader } from './range-reader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answer = ({ begin, end }: RangeRequest) =>
  Uint8Array.from({ length: end - begin }, (_, at) => (begin + at) % 251).buffer;

test('a long range is read in allowed parts, a few at a time, and put together', async () => {
  const asked: RangeRequest[] = [];
  const reader = createRangeReader((request) => asked.push(request));
  const begin = 100;
  const end = begin + 9 * MAX_RANGE_BYTES + 5;
  const reading = reader.read(begin, end);
  let answered = 0;
  for (let request = asked[answered]; request; request = asked[answered]) {
    expect(asked.length - answered).toBeLessThanOrEqual(MAX_PENDING_RANGES);
    expect(request.end - request.begin).toBeLessThanOrEqual(MAX_RANGE_BYTES);
    answered += 1;
    reader.receive(request.id, answer(request));
  }
  const bytes = await reading;
  expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([end - begin, begin % 251, (end - 1) % 251]);
});

test('unavailable bytes are asked for again, later each time', async () => {
  const asked: RangeRequest[] = [];
  const reader = createRangeReader((request) => asked.push(request));
  const reading = reader.read(0, 10);
  for (const [attempt, delay] of [1_000, 2_000, 4_000].entries()) {
    reader.receive(1, null);
    vi.advanceTimersByTime(delay - 1);
    expect(asked).toHaveLength(attempt + 1);
    vi.advanceTimersByTime(1);
    expect(asked).toHaveLength(attempt + 2);
  }
  reader.receive(1, answer({ type: 'range', id: 1, begin: 0, end: 10 }));
  expect(await reading).toHaveLength(10);
});

test('answers that were not asked for, or are too short, have no effect', async () => {
  const asked: RangeRequest[] = [];
  const reader = createRangeReader((request) => asked.push(request));
  const reading = reader.read(0, 10);
  reader.receive(9, new ArrayBuffer(10));
  reader.receive(1, new ArrayBuffer(9));
  vi.advanceTimersByTime(1_000);
  expect(asked).toHaveLength(2);
  reader.receive(1, new ArrayBuffer(10));
  expect(await reading).toEqual(new Uint8Array(10));
});
