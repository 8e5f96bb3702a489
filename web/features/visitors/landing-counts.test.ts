import { expect, test } from 'vitest';
import { describeFileCount } from './landing-counts.ts';

test('a list that was cut off does not claim to be complete', () => {
  expect([1, 50, 51].map((fetched) => describeFileCount(fetched, 50))).toEqual([
    '1 file',
    '50 files',
    'more than 50 files',
  ]);
});
