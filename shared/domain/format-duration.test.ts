import { expect, test } from 'vitest';
import { formatDuration } from './format.ts';

test.each([
  [0, '0 s'],
  [1, '1 s'],
  [999, '1 s'],
  [59_400, '59 s'],
  [59_600, '1 min'],
  [65_000, '1 min 5 s'],
  [3_599_600, '1 h'],
  [3_600_000 + 4 * 60_000 + 20_000, '1 h 4 min'],
  [27 * 3_600_000, '27 h'],
])('%d ms are shown as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
