import { expect, test } from 'vitest';
import { findNext, listIndex, renumber } from './index-order.ts';

const entries = listIndex(
  [
    { id: 1, number: '2.10' },
    { id: 2, number: '2.2' },
  ],
  [{ id: 1, number: '2.9' }, { id: 3 }],
);
const [first, second, third] = entries;

test('folders and files are listed in the order of their numbers', () => {
  expect(entries.map(({ kind, id }) => `${kind}-${id}`)).toEqual(['folder-2', 'file-1', 'folder-1']);
});

test('an entry moves one place up or down, and not beyond the ends', () => {
  if (!first || !second || !third) throw new Error('three entries');
  expect(findNext(entries, second, 'up')).toBe(first);
  expect(findNext(entries, first, 'down')).toBe(third);
  expect(findNext(entries, second, 'down')).toBeNull();
  expect(findNext(entries, first, 'up')).toBeUndefined();
  expect(findNext(entries, third, 'down')).toBeUndefined();
});

test('a move gives the same numbers in the new order', () => {
  if (!first || !third) throw new Error('three entries');
  expect([...renumber(entries, third, first)]).toEqual([
    ['folder-1', '2.2'],
    ['folder-2', '2.9'],
    ['file-1', '2.10'],
  ]);
});
