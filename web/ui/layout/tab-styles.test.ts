import { expect, test } from 'vitest';
import { scrollTabIntoView } from './tab-styles.ts';

/** Places a tab in a row that is 358 px wide, and returns how far the row scrolls. */
function scrollFrom(left: number, width: number): number {
  const rect = (from: number, size: number) => ({ left: from, right: from + size });
  const row = { scrollLeft: 0, getBoundingClientRect: () => rect(16, 358) };
  const tab = { parentElement: row, getBoundingClientRect: () => rect(left, width) };
  scrollTabIntoView(tab as unknown as HTMLElement); // the function reads nothing else
  return row.scrollLeft;
}

test.each([
  [120, 80, 0, 'in the middle'],
  [277, 97, 40, 'at the end of the row, which is faded'],
  [300, 120, 86, 'beyond the end'],
  [16, 80, -40, 'at the beginning of the row'],
  [-50, 80, -106, 'before the beginning'],
])('a selected tab at %i px of %i px scrolls its row by %i px: it is %s', (left, width, by) => {
  expect(scrollFrom(left, width)).toBe(by);
});

test('a tab that is not on the page scrolls nothing', () => {
  expect(() => scrollTabIntoView(null)).not.toThrow();
});
