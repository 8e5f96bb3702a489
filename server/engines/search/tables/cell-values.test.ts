import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areComparable, parseAmount, parseDate } from './cell-values.ts';
import { formatSum } from './computed/format-values.ts';

test('amounts are read as they are written in English, German and French', () => {
  const cells = [
    '1,234.50',
    '1.234,50',
    "1'234.50",
    '(1,234)',
    '€ 12',
    'NOK 740,000',
    '46.0%',
    '-',
    '-£5',
    '0.125',
  ];
  expect(cells.map(parseAmount)).toEqual([1234.5, 1234.5, 1234.5, -1234, 12, 740_000, 46, 0, -5, 0.125]);
});

test('words, dates and codes are no amounts', () => {
  expect(
    ['Castle Mutual', '30 June 2027', 'EP 3 771 204 B1', '', 'Q1 2025', '2.1.4'].map(parseAmount),
  ).toEqual(Array(6).fill(undefined));
});

test('dates are ordered in all of their forms', () => {
  const dates = ['2026-03-31', '1 April 2026', 'April 2, 2026', '03.04.2026', '4 mars 2027'];
  const values = dates.map((date) => parseDate(date) ?? 0);
  expect(values).toEqual(values.toSorted((left, right) => left - right));
  expect(parseDate('no date')).toBeUndefined();
});

test('three decimals of a percentage are decimals', () => {
  expect(['4.125%', '5,375 %', '1,234.5%', '-0.125%'].map(parseAmount)).toEqual([
    4.125, 5.375, 1234.5, -0.125,
  ]);
  expect(areComparable(['4.125%', '5.5%', '3.75%'])).toBe(true);
  expect(areComparable(['4.125', '5.5', '3.75'])).toBe(false);
  expect(areComparable(['950%', '1,234%'])).toBe(false);
  expect(areComparable(['4,125%', '5,5%', '3,75%'])).toBe(true);
});

test('days with an ending, and dates with slashes where they can mean only one day, are read', () => {
  const cells = ['21st March 2026', 'March 22nd, 2026', '23rd of March 2026', 'March 24 2026', '25/03/2026'];
  expect(cells.map(parseDate)).toEqual([20260321, 20260322, 20260323, 20260324, 20260325]);
  expect(['03/26/2026', '2026/03/27', '04/04/2026'].map(parseDate)).toEqual([20260326, 20260327, 20260404]);
  expect(['03/04/2026', '32/03/2026', '13/13/2026'].map(parseDate)).toEqual(Array(3).fill(undefined));
});

test('a sum that is formatted is read as the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
      const text = formatSum(cents / 100, ['1.25', '3.10']);
      expect(parseAmount(text)).toBeCloseTo(cents / 100, 2);
    }),
  );
});
