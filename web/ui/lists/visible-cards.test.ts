import { expect, test } from 'vitest';
import { getVisibleCards } from './visible-cards.ts';

const GRID = { count: 1001, columns: 4, rowHeight: 100 };
const ROWS = 251;

test('the range covers the visible rows and at least four before and after them, whole rows each', () => {
  for (let top = 0; top < ROWS * 100; top += 370) {
    const { first, end } = getVisibleCards(GRID, top, top + 900);
    expect(first % 4).toBe(0);
    expect(first / 4).toBeLessThanOrEqual(Math.max(top / 100 - 4, 0));
    expect(end).toBeGreaterThanOrEqual(Math.min((top / 100 + 9 + 4) * 4, 1001));
  }
});

test('the first card is at the place of its row', () => {
  for (const top of [-500, 0, 990, 12_345, 24_000, 30_000]) {
    const { first, before } = getVisibleCards(GRID, top, top + 900);
    expect(before).toBe((first / 4) * 100);
  }
});

test('scrolling by less than a step keeps the range', () => {
  expect(getVisibleCards(GRID, 1010, 1900)).toEqual(getVisibleCards(GRID, 1190, 1990));
  expect(getVisibleCards(GRID, 1010, 1900)).not.toEqual(getVisibleCards(GRID, 1210, 2010));
});

test('a list of any length in any number of columns ends with its last card', () => {
  for (const columns of [1, 3, 4])
    for (const count of [101, 102, 103, 5000]) {
      const { end } = getVisibleCards({ count, columns, rowHeight: 90 }, 1e6, 1e6 + 900);
      expect(end).toBe(count);
    }
});

test('a list that is far above or below the window renders a row', () => {
  for (const top of [-1e6, 1e6]) {
    const { first, end } = getVisibleCards(GRID, top, top + 900);
    expect(end - first).toBeGreaterThan(0);
    expect(end - first).toBeLessThanOrEqual((9 + 2 * 4 + 2) * 4);
  }
});
