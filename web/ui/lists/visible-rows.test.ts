import { expect, test } from 'vitest';
import { getRowRange } from './visible-rows.ts';

test('the range covers the visible rows and at least ten before and after them', () => {
  for (let top = -3; top < 60; top += 0.7) {
    const { first, end } = getRowRange(top, top + 20);
    expect(first).toBeLessThanOrEqual(top - 10);
    expect(end).toBeGreaterThanOrEqual(top + 20 + 10);
  }
});

test('scrolling by less than a step keeps the range', () => {
  expect(getRowRange(11, 31)).toEqual(getRowRange(14.9, 34.9));
  expect(getRowRange(11, 31)).not.toEqual(getRowRange(15.1, 35.1));
});

test('a list outside the window renders no more rows than a visible one', () => {
  const { first, end } = getRowRange(5000, 5020);
  expect(end - first).toBeLessThanOrEqual(20 + 2 * 10 + 2 * 5);
});
