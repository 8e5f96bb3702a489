import { expect, test } from 'vitest';
import { describeEntries, describeExpiry, describeFileCount } from './landing-counts.ts';

test('a list that was cut off does not claim to be complete', () => {
  expect([1, 50, 51].map((fetched) => describeFileCount(fetched, 50))).toEqual([
    '1 file',
    '50 files',
    'more than 50 files',
  ]);
});

test('files are what is shared where no folder is', () => {
  expect([describeEntries(2, 9), describeEntries(0, 1), describeEntries(0, 3)]).toEqual([
    '2 folders',
    '1 file',
    '3 files',
  ]);
});

test('on its last day a visit ends at a time', () => {
  const now = Date.parse('2027-02-20T12:00:00.000Z');
  expect(describeExpiry('2027-02-22T12:00:00.000Z', now)).toBe('Until Feb 22, 2027 (2 days left)');
  expect(describeExpiry('2027-02-21T12:00:00.000Z', now)).toBe('Until Feb 21, 2027 (1 day left)');
  expect(describeExpiry('2027-02-20T12:30:00.000Z', now)).toMatch(/^Until Feb 20, 2027, \d+:30\s[AP]M$/);
});
