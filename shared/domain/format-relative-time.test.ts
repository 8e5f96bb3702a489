import { expect, test } from 'vitest';
import { formatRelativeTime } from './format.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

test.each([
  [0, 'less than a minute ago'],
  [-5 * MINUTE, 'less than a minute ago'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [25 * 60 * MINUTE, '1 day ago'],
  [31 * 24 * 60 * MINUTE, '1 month ago'],
  [800 * 24 * 60 * MINUTE, '2 years ago'],
])('%i ms before now is %s', (passed, text) => {
  expect(formatRelativeTime(NOW - passed, NOW)).toBe(text);
});
