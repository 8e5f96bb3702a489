import { expect, test } from 'vitest';
import { countOf, daysLeft, formatDate, formatSize, nameOf } from './format.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1024.0 KB'],
  [1024 * 1024, '1.0 MB'],
  [3.25 * 1024 * 1024 * 1024, '3328.0 MB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

test.each([
  [0, '0 folders'],
  [1, '1 folder'],
  [2, '2 folders'],
  [1_000, '1,000 folders'],
])('a count of %i is shown as %s', (count, text) => {
  expect(countOf(count, 'folder')).toBe(text);
});

test('a count has the plural that it is given', () => {
  expect([1, 2].map((count) => countOf(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});

test('a date is shown in the short American form', () => {
  expect(formatDate('2026-11-20T12:00:00Z')).toBe('Nov 20, 2026');
});

test.each([
  [null, 'No date'],
  [undefined, 'No date'],
  ['', 'No date'],
  ['soon', 'Unknown date'],
])('the date %s is shown as %s', (date, text) => {
  expect(formatDate(date)).toBe(text);
});

test.each([
  [1, 1],
  [86_400_000, 1],
  [86_400_001, 2],
  [-5, 0],
])('%d ms are %d days left, rounded up', (ms, days) => {
  expect(daysLeft(1_000_000 + ms, 1_000_000)).toBe(days);
});

test('people are called by first and last name, otherwise by username', () => {
  expect(nameOf({ username: 'dana', displayName: 'Dana Keller' })).toBe('Dana Keller');
  expect(nameOf({ username: 'dana' })).toBe('dana');
});
