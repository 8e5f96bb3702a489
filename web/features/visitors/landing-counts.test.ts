import { expect, test } from 'vitest';
import { countOf, describeFileCount } from './landing-counts.ts';

test('a count has the singular only for one', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'folder'))).toEqual(['0 folders', '1 folder', '2 folders']);
});

test('a list that was cut off does not claim to be complete', () => {
  expect([1, 50, 51].map((fetched) => describeFileCount(fetched, 50))).toEqual([
    '1 file',
    '50 files',
    'more than 50 files',
  ]);
});
