import { expect, test } from 'vitest';
import { formatChange } from './figure-change.ts';

test.each([
  [42, 30, '+12'],
  [30, 42, '−12'],
  [30, 30, '±0'],
  [2_000, 0, '+2,000'],
])('%i against %i is a difference of %s', (now, before, expected) => {
  expect(formatChange(now, before)).toBe(expected);
});
