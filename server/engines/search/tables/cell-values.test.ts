import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatSum, parseAmount, parseDate } from './cell-values.ts';

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

test('a sum that is formatted is read as the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
      const text = formatSum(cents / 100, ['1.25', '3.10']);
      expect(parseAmount(text)).toBeCloseTo(cents / 100, 2);
    }),
  );
});
